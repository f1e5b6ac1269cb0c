//! The reader of tables.
