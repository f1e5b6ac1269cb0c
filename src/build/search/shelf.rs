//! The pages of the index in parts of bounded size: each whole while there is room, then by its title, then not at all.

use std::collections::BTreeSet;

use serde_json::value::{RawValue, to_raw_value};

use super::PageEntry;

/// Pages in parts.
#[derive(Debug)]
pub(super) struct Shelved {
    /// The parts, at least one, each page as JSON.
    pub parts: Vec<Vec<Box<RawValue>>>,
    /// How many pages are in them, the first ones.
    pub listed: usize,
    /// Those of them of which the title alone is there.
    pub brief: BTreeSet<usize>,
}

/// Puts pages into parts of at most `part` bytes each, but for a page that has more by itself, and `most` bytes in all.
pub(super) fn shelve(pages: &[PageEntry<'_>], part: usize, most: usize) -> Shelved {
    let json = |page: &PageEntry<'_>| to_raw_value(page).expect("a page has only keys that are strings");
    let briefs: Vec<_> = pages.iter().map(|page| json(&page.brief())).collect();
    // Titles go before all else, or the first pages would take the room of the last.
    let sums = briefs.iter().scan(0, |sum, brief| {
        *sum += size(brief);
        Some(*sum)
    });
    let (listed, titles) = sums.take_while(|sum| *sum <= most).fold((0, 0), |(listed, _), sum| (listed + 1, sum));
    let mut room = most - titles;
    let mut shelved = Shelved { parts: vec![Vec::new()], listed, brief: BTreeSet::new() };
    let mut filled = 0;
    for (number, (page, brief)) in pages.iter().zip(briefs).take(listed).enumerate() {
        let whole = json(page);
        let more = size(&whole) - size(&brief);
        let entry = if more <= room {
            room -= more;
            whole
        } else {
            shelved.brief.insert(number);
            brief
        };
        if filled > 0 && filled + size(&entry) > part {
            shelved.parts.push(Vec::new());
            filled = 0;
        }
        filled += size(&entry);
        shelved.parts.last_mut().expect("there is a first part").push(entry);
    }
    shelved
}

/// The bytes of a page with the comma after it.
fn size(json: &RawValue) -> usize {
    json.get().len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page that has as many bytes more when it is whole as its description has.
    fn page(description: &str) -> PageEntry<'_> {
        PageEntry {
            href: "reports/some/index.html".to_owned(),
            title: "Some “report”",
            language: None,
            description,
            subjects: &[],
            headings: Vec::new(),
            captions: Vec::new(),
        }
    }

    fn sizes(shelved: &Shelved) -> Vec<usize> {
        shelved.parts.iter().map(|part| part.iter().map(|page| size(page)).sum()).collect()
    }

    #[test]
    fn what_has_room_is_whole_and_in_parts() {
        let text = "x".repeat(89);
        let pages: Vec<_> = (0..10).map(|_| page(&text)).collect();
        let one = size(&to_raw_value(&pages[0]).expect("it is JSON"));
        let shelved = shelve(&pages, 3 * one, 10 * one);
        assert_eq!((shelved.listed, shelved.brief.len()), (10, 0));
        assert_eq!(sizes(&shelved), [3 * one, 3 * one, 3 * one, one]);
    }

    #[test]
    fn without_room_titles_stay_and_then_the_first_of_them() {
        let text = "x".repeat(1_000);
        let pages: Vec<_> = (0..10).map(|_| page(&text)).collect();
        let whole = size(&to_raw_value(&pages[0]).expect("it is JSON"));
        let brief = whole - 1_000;
        let shelved = shelve(&pages, 5_000, 10 * brief + 2_500);
        assert_eq!((shelved.listed, &shelved.brief), (10, &(2..10).collect()), "two have room whole");
        assert!(sizes(&shelved).iter().sum::<usize>() <= 10 * brief + 2_500);
        let shelved = shelve(&pages, 5_000, 4 * brief + brief / 2);
        assert_eq!((shelved.listed, sizes(&shelved)), (4, vec![4 * brief]));
    }

    #[test]
    fn an_empty_site_has_an_empty_part() {
        let shelved = shelve(&[], 100, 100);
        assert_eq!((shelved.parts.len(), shelved.listed), (1, 0));
    }
}
