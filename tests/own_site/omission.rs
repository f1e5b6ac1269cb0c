//! Coordinated omission, worked out request by request: a server that answers in 2 ms and freezes once for 400 ms,
//! asked by 100 connections that wait for their answers, and by a schedule that waits for nothing.
//!
//! The files under `data/omission` are what this program writes. `BENCHBOOK_BLESS=1` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write;

/// All times are whole microseconds.
const SERVICE: u64 = 2_000;
const FREEZE: u64 = 400_000;
const FROZEN_FROM: u64 = 9_500_000;
const FROZEN_TO: u64 = FROZEN_FROM + FREEZE;
const LENGTH: u64 = 19_400_000;

/// The closed loop: so many connections, all of which begin at once.
const CONNECTIONS: u64 = 100;

/// The open loop: as many requests a second as the closed loop reaches when nothing freezes.
const INTERVAL: u64 = SERVICE / CONNECTIONS;

/// The width of a bucket of the histogram, and of a step of the timeline.
const BUCKET: u64 = 2_000;
const STEP: u64 = 20_000;

/// A request: when it was due, and how long its answer took from then.
struct Answer {
    due: u64,
    latency: u64,
}

/// The answer to a request that arrives then. What would be answered while the server is frozen is answered when it
/// goes on; there is no other queue.
fn answer(due: u64) -> Answer {
    let done = due + SERVICE;
    let done = if done > FROZEN_FROM && done <= FROZEN_TO { FROZEN_TO } else { done };
    Answer { due, latency: done - due }
}

/// Each connection sends when its last answer is there.
fn closed() -> Vec<Answer> {
    let mut answers = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut at = 0;
        while at < LENGTH {
            let answer = answer(at);
            at += answer.latency;
            answers.push(answer);
        }
    }
    answers
}

/// A request is due every so often, whatever happened to the others.
fn open() -> Vec<Answer> {
    (0..LENGTH / INTERVAL).map(|number| answer(number * INTERVAL)).collect()
}

/// The histogram as CSV: how many answers took no longer than a latency, and longer than the one before it.
fn histogram() -> String {
    let mut text = String::from("loop,bucket,latency_ms,answers\n");
    for (name, answers) in [("closed", closed()), ("open", open())] {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for answer in answers {
            *counts.entry(answer.latency.div_ceil(BUCKET)).or_default() += 1;
        }
        for (bucket, count) in counts {
            writeln!(text, "{name},{bucket},{},{count}", bucket * BUCKET / 1000).expect("writing to a string");
        }
    }
    text
}

/// The longest answer to the requests that were due in each step around the freeze; none were due where it is empty.
fn timeline() -> String {
    let mut text = String::from("loop,after_ms,longest_ms\n");
    for (name, answers) in [("closed", closed()), ("open", open())] {
        for step in (FROZEN_FROM - 5 * STEP..FROZEN_TO + 5 * STEP).step_by(STEP as usize) {
            let due = answers.iter().filter(|answer| (step..step + STEP).contains(&answer.due));
            let longest = due.map(|answer| answer.latency).max();
            let after = (step as f64 - FROZEN_FROM as f64) / 1000.0;
            let longest = longest.map_or(String::new(), |longest| format!("{:.2}", longest as f64 / 1000.0));
            writeln!(text, "{name},{after},{longest}").expect("writing to a string");
        }
    }
    text
}

#[test]
fn the_committed_samples_are_what_the_program_writes() {
    crate::is_committed(&[("omission/histogram.csv", histogram()), ("omission/timeline.csv", timeline())]);
}

/// By hand: 19 s at 50,000 a second are 950,000 fast answers, and each of 100 connections meets the freeze once. On
/// the schedule 0.4 s are 20,000 requests, which wait from 400 ms down to nothing; the last of them is fast again.
#[test]
fn both_loops_count_as_by_hand() {
    let slow = |answers: &[Answer]| answers.iter().filter(|answer| answer.latency > SERVICE).count();
    let (closed, open) = (closed(), open());
    assert_eq!((closed.len(), slow(&closed)), (950_100, 100));
    assert_eq!((open.len(), slow(&open)), (970_000, 19_999));
    assert!(closed.iter().filter(|answer| answer.latency > SERVICE).all(|answer| answer.latency == FREEZE));
    assert_eq!(open.iter().map(|answer| answer.latency).max(), Some(FREEZE + SERVICE - INTERVAL));
}
