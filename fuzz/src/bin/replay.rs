//! Runs targets on stable Rust: every seed, and then seeds that were changed at random.
//!
//! `cargo run --release --bin replay -- TARGET SECONDS [SEED]`; an input that makes the target panic is
//! kept as `artifacts/TARGET-….txt`. Without coverage it finds less in an hour than `cargo fuzz`.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benchbook_fuzz::TARGETS;

/// A sequence of numbers that is the same on every run (an xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    let name = words.first().map_or("readers", String::as_str);
    let Some((_, target)) = TARGETS.iter().find(|(own, _)| *own == name) else {
        eprintln!("no target `{name}`");
        return ExitCode::from(2);
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seeds = seeds(&folder.join("corpus").join(name));
    let (started, most) = (Instant::now(), Duration::from_secs(number(1, 60)));
    let mut dice = Dice(number(2, 0x9e37_79b9_7f4a_7c15) | 1);
    let (mut runs, mut failed) = (0_u64, 0_u32);
    let mut slowest = Duration::ZERO;
    let mut queue: Vec<Vec<u8>> = seeds.clone();
    while started.elapsed() < most && failed < 20 {
        let input = queue.pop().unwrap_or_else(|| changed(&seeds, &mut dice));
        let begun = Instant::now();
        let is_fine = catch_unwind(|| target(&input)).is_ok();
        slowest = slowest.max(begun.elapsed());
        runs += 1;
        if !is_fine || begun.elapsed() > Duration::from_secs(5) {
            failed += 1;
            fs::create_dir_all(folder.join("artifacts")).expect("a folder can be made");
            fs::write(folder.join(format!("artifacts/{name}-{failed}.txt")), &input).expect("it can be written");
        }
    }
    println!("{name}: {runs} inputs from {} seeds, {failed} failed, the slowest took {slowest:?}", seeds.len());
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    let found: Vec<Vec<u8>> = paths.iter().filter_map(|path| fs::read(path).ok()).collect();
    if found.is_empty() { vec![b"seed".to_vec()] } else { found }
}

/// A seed with some bytes changed, a part lost, doubled, or taken from another seed.
fn changed(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    const TELLING: &[u8] = b"\"{}[]():,.-+eE0919 \n\r\tNn%<>=|`#*_/\\\xc3\xb5\xef\xff\0";
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(6) {
        let at = dice.below(bytes.len());
        let end = (at + dice.below(40)).min(bytes.len());
        match dice.below(7) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                let other = &seeds[dice.below(seeds.len())];
                let from = dice.below(other.len());
                let part = other[from..(from + dice.below(60)).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
            3 => bytes.truncate(at),
            4 => bytes.insert(at, TELLING[dice.below(TELLING.len())]),
            5 if !bytes.is_empty() => bytes[at] ^= 1 << dice.below(8),
            _ if !bytes.is_empty() => bytes[at] = TELLING[dice.below(TELLING.len())],
            _ => {}
        }
    }
    bytes
}
