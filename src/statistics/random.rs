//! Random numbers that are the same on every machine: integers only, and a seed that is given.

/// The generator xoshiro128** of Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators",
/// ACM Transactions on Mathematical Software 47 (2021). Its state is four 32-bit words, so that a program
/// in any language can follow it.
#[derive(Debug, Clone)]
pub struct Generator([u32; 4]);

impl Generator {
    /// The generator for a seed: its state is two outputs of `split_mix`, the lower half of each first.
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        let [a, b] = [split_mix(&mut state), split_mix(&mut state)];
        Self([a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32])
    }

    /// The next 32 bits.
    pub fn draw(&mut self) -> u32 {
        let state = &mut self.0;
        let result = state[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = state[1] << 9;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = state[3].rotate_left(11);
        result
    }

    /// A whole number below `count`: the upper 32 bits of the next number times `count`. It favours
    /// some numbers by less than `count` in 2³².
    pub fn below(&mut self, count: u32) -> usize {
        ((u64::from(self.draw()) * u64::from(count)) >> 32) as usize
    }
}

/// SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_definitions() {
        // The first outputs that other implementations give for these seeds.
        let mut state = 1_234_567;
        assert_eq!(split_mix(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(split_mix(&mut state), 3_203_168_211_198_807_973);
        let mut generator = Generator([1, 2, 3, 4]);
        let first: Vec<u32> = (0..6).map(|_| generator.draw()).collect();
        assert_eq!(first, [11_520, 0, 5_927_040, 70_819_200, 2_031_721_883, 1_637_235_492]);
    }

    #[test]
    fn numbers_below_are_below() {
        let mut generator = Generator::new(1);
        let mut seen = [0; 7];
        (0..7_000).for_each(|_| seen[generator.below(7)] += 1);
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}
