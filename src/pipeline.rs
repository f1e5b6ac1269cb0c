//! Work done in parallel whose results are given on in the order of what was worked on.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::iter::{Enumerate, Fuse};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// So many results may wait for one before them, for each thread.
const WAITING: usize = 4;

thread_local! {
    /// Whether this thread works on an item, of which others wait for the result.
    static IS_WORKING: Cell<bool> = const { Cell::new(false) };
}

/// Works on items in parallel and gives the results on in the order of the items. Nobody waits for a whole round:
/// a thread takes the next item, works on it, and gives on what is ready if no other thread does. Ends with the
/// first error in that order; what comes after it may have been worked on, but is not given on. Within the work on
/// an item of another such call it is done by one thread: all are busy.
pub fn in_order<T, R: Send, E: Send>(
    items: impl Iterator<Item = Result<T, E>> + Send,
    work: impl Fn(T) -> Result<R, E> + Sync,
    give: impl FnMut(R) + Send,
) -> Result<(), E> {
    // A thread that waits here must not begin with other items of the call around it, which may wait for this one.
    let threads = if IS_WORKING.get() { 1 } else { rayon::current_num_threads() };
    let line = Line {
        items: Mutex::new(items.fuse().enumerate()),
        has_failed: AtomicBool::new(false),
        done: Mutex::new(BTreeMap::new()),
        most: WAITING * threads,
        out: Mutex::new(Out { next: 0, give, result: Ok(()) }),
        work,
    };
    rayon::scope(|scope| {
        (1..threads).for_each(|_| scope.spawn(|_| line.run()));
        line.run();
    });
    let mut out = locked(&line.out);
    line.give_on(&mut out);
    std::mem::replace(&mut out.result, Ok(()))
}

/// What the threads share.
struct Line<I, W, G, R, E> {
    items: Mutex<Enumerate<Fuse<I>>>,
    /// After an error no more items are taken.
    has_failed: AtomicBool,
    /// Results that wait for one before them, by their places.
    done: Mutex<BTreeMap<usize, Result<R, E>>>,
    most: usize,
    out: Mutex<Out<G, E>>,
    work: W,
}

/// Where results go.
struct Out<G, E> {
    /// The place of the next one.
    next: usize,
    give: G,
    result: Result<(), E>,
}

impl<T, R, E, I, W, G> Line<I, W, G, R, E>
where
    I: Iterator<Item = Result<T, E>>,
    W: Fn(T) -> Result<R, E>,
    G: FnMut(R),
{
    fn run(&self) {
        while let Some((place, item)) = self.take() {
            let before = IS_WORKING.replace(true);
            let result = item.and_then(&self.work);
            IS_WORKING.set(before);
            self.has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
            locked(&self.done).insert(place, result);
            match self.out.try_lock() {
                Ok(mut out) => self.give_on(&mut out),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Poisoned(_)) => return,
            }
        }
    }

    fn take(&self) -> Option<(usize, Result<T, E>)> {
        // Memory is bounded: where giving on is the slowest part, the others come to its help before they go on.
        while locked(&self.done).len() >= self.most {
            self.give_on(&mut locked(&self.out));
            std::thread::yield_now();
        }
        if self.has_failed.load(Ordering::Relaxed) { None } else { locked(&self.items).next() }
    }

    fn give_on(&self, out: &mut Out<G, E>) {
        loop {
            let Some(result) = locked(&self.done).remove(&out.next) else { return };
            out.next += 1;
            match result {
                Ok(result) if out.result.is_ok() => (out.give)(result),
                Err(error) if out.result.is_ok() => out.result = Err(error),
                _ => {}
            }
        }
    }
}

/// Things that are used again, so that each need not be made and thrown away.
pub struct Spare<T>(Mutex<Vec<T>>);

impl<T: Default> Spare<T> {
    /// None yet.
    pub fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// One that was put back, or a new one.
    pub fn take(&self) -> T {
        let spare = locked(&self.0).pop();
        spare.unwrap_or_default()
    }

    /// Puts one back.
    pub fn put(&self, one: T) {
        locked(&self.0).push(one);
    }
}

impl<T: Default> Default for Spare<T> {
    fn default() -> Self {
        Self::new()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("a thread that panics ends all of them")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes longer for some, so that results are ready in another order.
    fn slow_root(number: u64) -> u64 {
        (0..number % 7 * 2_000).fold(number, |sum, step| std::hint::black_box(sum ^ step) ^ step)
    }

    fn with_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started").install(run)
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        for threads in [1, 2, 7] {
            let mut given = Vec::new();
            let all = (0..1_000).map(Ok::<u64, ()>);
            let result = with_threads(threads, || in_order(all, |n| Ok(slow_root(n)), |n| given.push(n)));
            assert_eq!((result, given), (Ok(()), (0..1_000).collect::<Vec<_>>()), "{threads}");
        }
    }

    #[test]
    fn the_first_error_ends_it() {
        for threads in [1, 2, 7] {
            let mut given = Vec::new();
            let items = (0..1_000_u64).map(|n| if n == 600 { Err(n) } else { Ok(n) });
            let work = |n| if n >= 300 && n % 7 == 0 { Err(slow_root(n)) } else { Ok(slow_root(n)) };
            let result = with_threads(threads, || in_order(items, work, |n| given.push(n)));
            assert_eq!((result, given), (Err(301), (0..301).collect::<Vec<_>>()), "{threads}");
        }
    }

    #[test]
    fn within_another_it_neither_waits_nor_mixes() {
        for threads in [1, 2, 7] {
            let mut given = Vec::new();
            let inner = |n: u64| {
                let mut sum = 0;
                let result = in_order((n..n + 40).map(Ok::<u64, ()>), |n| Ok(slow_root(n)), |n| sum += n);
                result.map(|()| sum)
            };
            let result = with_threads(threads, || in_order((0..200).map(Ok), inner, |sum| given.push(sum)));
            let sums: Vec<u64> = (0..200).map(|n| (n..n + 40).sum()).collect();
            assert_eq!((result, given), (Ok(()), sums), "{threads}");
        }
    }

    #[test]
    fn what_waits_is_bounded() {
        let (taken, most) = (Mutex::new(0_usize), Mutex::new(0_usize));
        let items = (0..500_u64).map(|n| {
            *locked(&taken) += 1;
            Ok::<_, ()>(n)
        });
        let give = |n| {
            let ahead = *locked(&taken) - n as usize;
            let mut most = locked(&most);
            *most = ahead.max(*most);
            std::hint::black_box(slow_root(n * 7 + 6));
        };
        assert_eq!(with_threads(4, || in_order(items, Ok, give)), Ok(()));
        let most = *locked(&most);
        assert!(most <= WAITING * 4 + 2 * 4, "{most}");
    }
}
