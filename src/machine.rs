//! What this machine is, as far as its system tells: what a reader needs to judge a measurement, and
//! nothing that names the machine or its users.

use std::collections::BTreeSet;

use crate::files::told_by_system;

/// Facts of a machine, by name, in the order in which they are shown.
pub type Facts = Vec<(&'static str, String)>;

/// The facts of the machine that the program runs on. What the system does not tell is left out.
pub fn facts() -> Facts {
    let cpuinfo = told_by_system("/proc/cpuinfo").unwrap_or_default();
    let processors = std::thread::available_parallelism().map(|count| count.to_string()).ok();
    let governor = told_by_system("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    let facts = [
        ("cpu", field(&cpuinfo, "model name").map(str::to_owned)),
        ("cores", cores(&cpuinfo).map(|count| count.to_string())),
        ("processors", processors),
        ("memory", told_by_system("/proc/meminfo").as_deref().and_then(memory)),
        ("os", told_by_system("/etc/os-release").as_deref().and_then(system)),
        ("kernel", told_by_system("/proc/sys/kernel/osrelease").map(|text| format!("Linux {}", text.trim()))),
        ("architecture", Some(std::env::consts::ARCH.to_owned())),
        ("governor", governor.map(|text| text.trim().to_owned())),
        ("virtual", field(&cpuinfo, "flags").filter(|flags| has_word(flags, "hypervisor")).map(|_| "yes".to_owned())),
    ];
    let known = facts.into_iter().filter_map(|(name, fact)| Some((name, fact.filter(|fact| !fact.is_empty())?)));
    let mut known: Facts = known.collect();
    if !known.iter().any(|(name, _)| *name == "os") {
        known.insert(0, ("os", std::env::consts::OS.to_owned()));
    }
    known
}

/// The first value of a name in `/proc/cpuinfo`.
fn field<'a>(cpuinfo: &'a str, name: &str) -> Option<&'a str> {
    cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split_whitespace().any(|other| other == word)
}

/// How many cores `/proc/cpuinfo` tells of: processors that share one count once.
fn cores(cpuinfo: &str) -> Option<usize> {
    let of = |block: &str| Some((field(block, "physical id")?.to_owned(), field(block, "core id")?.to_owned()));
    let cores: BTreeSet<(String, String)> = cpuinfo.split("\n\n").filter_map(of).collect();
    Some(cores.len()).filter(|count| *count > 0)
}

/// The memory that `/proc/meminfo` tells of.
fn memory(meminfo: &str) -> Option<String> {
    let kibibytes: f64 = field(meminfo, "MemTotal")?.strip_suffix("kB")?.trim().parse().ok()?;
    Some(format!("{:.1} GiB", kibibytes / f64::from(1 << 20)))
}

/// The name that `/etc/os-release` gives the system.
fn system(release: &str) -> Option<String> {
    let value = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(value.trim().trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_tells_is_read() {
        let processor = |physical: u8, core: u8| {
            format!(
                "processor\t: 0\nmodel name\t: Example 9000 @ 3.0GHz\nphysical id\t: {physical}\ncore id\t\t: {core}\nflags\t\t: fpu hypervisor\n"
            )
        };
        let cpuinfo = [processor(0, 0), processor(0, 0), processor(0, 1), processor(1, 0)].join("\n");
        assert_eq!(field(&cpuinfo, "model name"), Some("Example 9000 @ 3.0GHz"));
        assert_eq!(cores(&cpuinfo), Some(3));
        assert_eq!(cores("Features : fp asimd\n"), None);
        assert_eq!(memory("MemTotal:       24641536 kB\nMemFree: 1 kB\n").as_deref(), Some("23.5 GiB"));
        assert_eq!(system("NAME=x\nPRETTY_NAME=\"Example Linux 12\"\n").as_deref(), Some("Example Linux 12"));
        assert!(has_word("fpu hypervisor", "hypervisor") && !has_word("nohypervisor", "hypervisor"));
    }
}
