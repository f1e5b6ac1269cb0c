//! percentiles
