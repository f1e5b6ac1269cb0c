"""What the machine is and how busy it is, as Linux tells it; nothing that names the host or a user."""

import os
import platform
import time
from pathlib import Path

IDLE_FIELDS = (3, 4)
"""Where `/proc/stat` counts idle time and waiting for a disk."""

STEAL_FIELD = 7
"""Where `/proc/stat` counts time that the host gave to others."""


def describe() -> str:
    """The facts about the machine, one `name: value` a line."""
    facts = {
        "CPU": cpu_info("model name"),
        "Cores": f"{len(os.sched_getaffinity(0))} logical",
        "Memory": f"{memory_kib() / 1024 ** 2:.1f} GiB",
        "Kernel": f"{platform.system()} {platform.release()} {platform.machine()}",
        "OS": os_release("PRETTY_NAME"),
        "Virtualisation": virtualisation(),
    }
    return "".join(f"{name}: {value}\n" for name, value in facts.items())


def virtualisation() -> str:
    """Whether the CPU reports a hypervisor, and the clock source, which often tells which one."""
    if "hypervisor" not in cpu_info("flags").split():
        return "none reported by the CPU"
    clock = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    source = clock.read_text().strip() if clock.exists() else "unknown"
    return f"virtual machine (the CPU reports a hypervisor; clock source {source})"


def cpu_info(key: str) -> str:
    """A field of the first processor in `/proc/cpuinfo`."""
    return field("/proc/cpuinfo", key, ":")


def memory_kib() -> int:
    """The memory that the kernel manages."""
    return int(field("/proc/meminfo", "MemTotal", ":").split()[0])


def os_release(key: str) -> str:
    """A field of `/etc/os-release`."""
    return field("/etc/os-release", key, "=").strip('"')


def field(path: str, key: str, separator: str) -> str:
    """The value of the first line `key separator value` of a file; `unknown` when there is none."""
    for line in Path(path).read_text().splitlines():
        name, _, value = line.partition(separator)
        if name.strip() == key:
            return value.strip()
    return "unknown"


def cpu_times() -> list[int]:
    """The CPU time of all cores since the start, by state, in ticks (guest time is part of user time)."""
    return [int(ticks) for ticks in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]


def shares(before: list[int], after: list[int]) -> tuple[float, float]:
    """The shares of CPU time that were busy and that the host gave to others, 0 to 1."""
    spent = [late - early for early, late in zip(before, after)]
    total = max(sum(spent), 1)
    return 1 - sum(spent[at] for at in IDLE_FIELDS) / total, spent[STEAL_FIELD] / total


def busy_share(seconds: float) -> float:
    """The share of CPU time that is busy now, watched for some seconds."""
    before = cpu_times()
    time.sleep(seconds)
    return shares(before, cpu_times())[0]
