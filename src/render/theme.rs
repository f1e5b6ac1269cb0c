//! The built-in theme: this repository's own templates and static files, embedded.

/// Templates by name.
pub const TEMPLATES: &[(&str, &str)] = &[];
