//! `[theme]`: how a site looks, where it is not the built-in look.

use super::colour::{Colour, DARK, LEAST, LIGHT};
use crate::diagnostic::{Code, Diagnostic};
use crate::settings::{Context, Keys};
use crate::source::Place;

/// The look of a site.
#[derive(Debug, Clone, Default)]
pub struct Theme {
    /// The built-in theme that it is based on, with where it is named.
    pub name: Option<(String, Place)>,
    /// The colour of links in the light.
    accent: Option<Colour>,
    /// The same in the dark.
    accent_dark: Option<Colour>,
    /// The fonts of text, as a style sheet lists them; empty for the theme's own.
    fonts: String,
    /// The fonts of code; empty for the theme's own.
    fonts_mono: String,
    /// The address of the picture beside the site's title, with where it is named.
    pub logo: Option<(String, Place)>,
    /// A sentence at the foot of each page; empty for none.
    pub footer: String,
    /// Further links at the top, in their order.
    pub navigation: Vec<Entry>,
}

/// A link at the top of each page.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its text.
    pub title: String,
    /// `https://…`, or an address of the site: `method/`, `report.pdf`.
    pub href: String,
    /// Where the address stands.
    pub place: Place,
}

impl Entry {
    /// Whether it leads away from the site.
    pub fn is_outside(&self) -> bool {
        ["https://", "http://", "mailto:"].iter().any(|scheme| self.href.starts_with(scheme))
    }
}

/// The colour of links of the built-in theme, in the light.
const ACCENT: &str = "#0a58e0";

impl Theme {
    /// Reads `[theme]`, or `theme = "compact"`.
    pub(super) fn read(context: &Context, keys: &Keys<'_>) -> Self {
        let (name, table) = keys.name_or_table("theme");
        let name = name.map(|(name, span)| (name, context.source.place(span)));
        let Some(table) = table else { return Self { name, ..Self::default() } };
        let keys = Keys::new(context, table, "`[theme]`");
        let place = |key| context.source.place(keys.span(key));
        let accent = colour(context, &keys, "accent", ("light", LIGHT));
        let dark = colour(context, &keys, "accent_dark", ("dark", DARK));
        let theme = Self {
            name: keys.string("name").map(|name| (name, place("name"))),
            accent,
            accent_dark: dark.or_else(|| accent.map(|accent| accent.readable_on(DARK))),
            fonts: fonts(context, &keys, "fonts"),
            fonts_mono: fonts(context, &keys, "fonts_mono"),
            logo: keys.string("logo").map(|logo| (logo.trim_start_matches('/').to_owned(), place("logo"))),
            footer: keys.string("footer").unwrap_or_default(),
            navigation: navigation(context, &keys),
        };
        keys.finish();
        theme
    }

    /// The colour of links in the light, `#0a58e0`: the site's, or that of the built-in theme.
    pub fn accent(&self) -> String {
        self.accent.map_or_else(|| ACCENT.to_owned(), |colour| colour.to_string())
    }

    /// What the style sheet says after the theme's own; empty when nothing is set.
    pub fn style(&self) -> String {
        let accent = |colour: &Option<Colour>| colour.map(|colour| format!("--accent:{colour};")).unwrap_or_default();
        let font =
            |name: &str, fonts: &str| if fonts.is_empty() { String::new() } else { format!("--{name}:{fonts};") };
        let always = accent(&self.accent) + &font("sans", &self.fonts) + &font("mono", &self.fonts_mono);
        let dark = accent(&self.accent_dark);
        let rule = |body: &str| if body.is_empty() { String::new() } else { format!(":root{{{body}}}") };
        let in_the_dark = match rule(&dark) {
            none if none.is_empty() => none,
            rule => format!("@media screen and (prefers-color-scheme:dark){{{rule}}}"),
        };
        rule(&always) + &in_the_dark
    }
}

/// A colour that can be read on that paper, or a warning with the nearest that can.
fn colour<'a>(context: &Context, keys: &Keys<'a>, key: &'a str, on: (&str, Colour)) -> Option<Colour> {
    let text = keys.string(key)?;
    let Some(colour) = Colour::parse(&text) else {
        let help = Some("write a colour as `#0a58e0`".to_owned());
        context.error(Code::BadValue, keys.span(key), format!("`{text}` is no colour"), help);
        return None;
    };
    let (name, paper) = on;
    let contrast = colour.contrast(paper);
    if contrast < LEAST {
        // Rounded down, or 4.49 would read as enough.
        let shown = (contrast * 10.0).floor() / 10.0;
        let message = format!("`{text}` has a contrast of {shown:.1}:1 on the {name} paper; text needs {LEAST}:1");
        let help = format!("`{}` is the nearest shade that can be read", colour.readable_on(paper));
        context.report(Diagnostic::warning(Code::Contrast, message).at(&context.source, keys.span(key)).help(help));
    }
    Some(colour)
}

/// A list of fonts, which may hold nothing that ends the declaration it goes into.
fn fonts<'a>(context: &Context, keys: &Keys<'a>, key: &'a str) -> String {
    let list = keys.string(key).unwrap_or_default();
    let of_a_list = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '-' | '_');
    let in_quotes = list.split('"').skip(1).step_by(2).count();
    if list.chars().all(|c| of_a_list(c) || c == '"') && list.matches('"').count() == 2 * in_quotes {
        return list;
    }
    let help = Some("write names between commas: `\"\\\"Source Serif 4\\\", Georgia, serif\"`".to_owned());
    context.error(Code::BadValue, keys.span(key), format!("`{list}` is no list of fonts"), help);
    String::new()
}

fn navigation(context: &Context, keys: &Keys<'_>) -> Vec<Entry> {
    let tables = keys.tables("navigation").into_iter();
    let entry = |(table, span)| {
        let keys = Keys::new(context, table, "an entry of `navigation`").standing_at(span);
        let (title, href) = (keys.required("title", span), keys.required("href", span));
        let place = context.source.place(keys.span("href"));
        keys.finish();
        Some(Entry { title: title?, href: href?, place })
    };
    tables.filter_map(entry).collect()
}
