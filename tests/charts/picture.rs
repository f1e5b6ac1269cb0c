//! Reads a chart back: where its texts and shapes are, by another table of widths than the one
//! it was drawn with.

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// The texts and shapes of an SVG, each with its class and content.
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) texts: Vec<(String, Area)>,
    pub(crate) shapes: Vec<(String, Area)>,
}

/// The size of text in the style sheet.
const FONT_SIZE: f64 = 12.0;

/// Advances of Inter Regular in thousandths of the size, from U+0020 to U+007E, measured in a browser.
const ADVANCES: [u16; 95] = [
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605, 636, 642, 608, 624,
    571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889,
    753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621,
    582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362,
    327, 362, 659,
];

impl Picture {
    pub(crate) fn read(svg: &str) -> Self {
        let mut size = attribute(svg, "viewBox").split(' ').skip(2).map(number);
        let (width, height) = (size.next().expect("a width"), size.next().expect("a height"));
        let texts = svg.split("<text ").skip(1).map(text).collect();
        let mut shapes: Vec<_> = svg.split("<path ").skip(1).map(path).collect();
        shapes.extend(svg.split("<circle ").skip(1).map(circle));
        Self { width, height, texts, shapes }
    }
}

fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let (_, rest) = element.split_once(&format!("{name}=\"")).unwrap_or_else(|| panic!("no {name} in {element:.80}"));
    rest.split('"').next().expect("a value")
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

fn text(element: &str) -> (String, Area) {
    let (x, y, class) = (number(attribute(element, "x")), number(attribute(element, "y")), attribute(element, "class"));
    let (_, content) = element.split_once('>').expect("the end of the tag");
    let (content, _) = content.split_once("</text>").expect("the end of the text");
    let content = content.rsplit("</title>").next().expect("the text after a title");
    let (first, rest) = content.split_once(" <tspan").map_or((content, ""), |(first, rest)| (first, inner(rest)));
    let (first, rest) = (unescaped(first), unescaped(rest));
    let bold = if class.starts_with("name") { 1.04 } else { 1.0 };
    let gap = if rest.is_empty() { 0.0 } else { advance(' ') };
    let advances = |text: &str| text.chars().map(advance).sum::<f64>();
    let width = (advances(&first) * bold + gap + advances(&rest)) * FONT_SIZE / 1000.0;
    let left = if class.ends_with("middle") {
        x - width / 2.0
    } else if class.ends_with("end") {
        x - width
    } else {
        x
    };
    // From the height of capitals down to the depth of a `p`.
    let area = Area { left, top: y - 0.73 * FONT_SIZE, right: left + width, bottom: y + 0.22 * FONT_SIZE };
    (format!("{class} {first:?} {rest:?}"), area)
}

/// The text of an element whose name and attributes are at the start.
fn inner(element: &str) -> &str {
    element.split_once('>').and_then(|(_, rest)| rest.split_once('<')).map_or("", |(text, _)| text)
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn advance(c: char) -> f64 {
    let ascii = (c as usize).checked_sub(0x20).and_then(|index| ADVANCES.get(index));
    // Digits are tabular, as wide as the widest of them.
    if c.is_ascii_digit() {
        642.0
    } else {
        ascii.map_or(
            if c > '\u{2e80}' {
                1000.0
            } else if c == '…' {
                821.0
            } else {
                660.0
            },
            |a| f64::from(*a),
        )
    }
}

fn circle(element: &str) -> (String, Area) {
    let [x, y, r] = ["cx", "cy", " r"].map(|name| number(attribute(element, name)));
    (attribute(element, "class").to_owned(), Area { left: x - r, top: y - r, right: x + r, bottom: y + r })
}

/// The rectangle around a path of `M`, `L`, `H`, `V` and `Z`.
fn path(element: &str) -> (String, Area) {
    let mut area = Area { left: f64::MAX, top: f64::MAX, right: f64::MIN, bottom: f64::MIN };
    let data = attribute(element, " d");
    let commands: Vec<usize> =
        data.match_indices(['M', 'L', 'H', 'V', 'Z']).map(|(at, _)| at).chain([data.len()]).collect();
    for pair in commands.windows(2) {
        let (command, numbers) = data[pair[0]..pair[1]].split_at(1);
        let numbers: Vec<f64> = numbers.split(' ').filter(|n| !n.is_empty()).map(number).collect();
        let (x, y) = match (command, &numbers[..]) {
            ("H", [x]) => (Some(*x), None),
            ("V", [y]) => (None, Some(*y)),
            ("Z", []) => (None, None),
            (_, [x, y]) => (Some(*x), Some(*y)),
            other => panic!("no step of a path: {other:?}"),
        };
        area.left = area.left.min(x.unwrap_or(f64::MAX));
        area.right = area.right.max(x.unwrap_or(f64::MIN));
        area.top = area.top.min(y.unwrap_or(f64::MAX));
        area.bottom = area.bottom.max(y.unwrap_or(f64::MIN));
    }
    (attribute(element, "class").to_owned(), area)
}

/// All numbers of all coordinates.
pub(crate) fn coordinates(svg: &str) -> Vec<&str> {
    let names = [" x=\"", " y=\"", " cx=\"", " cy=\"", " r=\"", " d=\""];
    let values =
        names.iter().flat_map(|name| svg.split(name).skip(1).map(|rest| rest.split('"').next().expect("a value")));
    values
        .flat_map(|value| value.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')))
        .filter(|n| !n.is_empty())
        .collect()
}

/// The colours of `--s1` to `--s8` in a part of a style sheet.
pub(crate) fn series_colours(style: &str) -> Vec<&str> {
    style
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--s"))
        .filter_map(|line| line.split_once(": "))
        .map(|(_, value)| value.trim_end_matches(';'))
        .filter(|v| v.starts_with('#'))
        .collect()
}

/// The contrast of two colours by WCAG 2.
pub(crate) fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("two hexadecimal digits")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
