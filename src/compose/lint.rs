//! Numbers that lead to no evidence.
