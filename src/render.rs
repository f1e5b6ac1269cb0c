//! Pages to HTML: what templates may see, the templates, and evidence files as HTML.

pub mod breaks;
pub mod evidence;
pub mod minify;
pub mod say;
pub mod template;
pub mod theme;
pub mod view;
