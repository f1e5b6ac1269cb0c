#!/usr/bin/env python3
"""Measures the three servers with wrk and oha and keeps what the tools wrote; see README.md beside this file."""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

sys.dont_write_bytecode = True

import machine
import subjects
from subjects import Failure, Server

PORTS = {"node": 28081, "python": 28082, "rust": 28083}
"""The servers in the order of odd rounds; the ports lie below those that Linux gives to clients."""
EXTENSIONS = {"wrk": "txt", "oha": "json"}
PAUSE = 0.5
"""Seconds of rest between two commands."""
QUIET = 0.10
"""The share of CPU time that may be busy before the measurement starts."""
RESULTS = ("raw", "machine.txt", "commands.txt")
REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class Step:
    """One run of a load tool."""

    tool: str
    route: str
    server: str
    label: str
    """`warmup`, or `r` and the round."""
    seconds: int

    def command(self, url: str) -> list[str]:
        """The command as it is recorded; only the tool's own path is put in when it is run."""
        if self.tool == "wrk":
            return ["wrk", "-t1", "-c16", f"-d{self.seconds}s", "--latency", url]
        return ["oha", "-z", f"{self.seconds}s", "-c", "16", "--no-tui", "--output-format", "json", url]

    def file(self) -> str:
        """Where the output goes, in the folder of results."""
        return f"raw/{self.tool}/{self.route}-{self.server}-{self.label}.{EXTENSIONS[self.tool]}"


def plan(rounds: int, seconds: int, warm_up: int) -> list[Step]:
    """All runs in order: route by route, first the warm-ups, then rounds that alternate the order of servers."""
    steps = []
    for route in subjects.ROUTES:
        for number in range(rounds + 1):
            label, length = (f"r{number}", seconds) if number else ("warmup", warm_up)
            servers = list(PORTS) if number % 2 else list(reversed(PORTS))
            steps += [Step(tool, route, server, label, length) for tool in EXTENSIONS for server in servers]
    return steps


class Record:
    """`commands.txt`: what was run, in order, with the time of each start."""

    def __init__(self, path: Path):
        self.path = path

    def note(self, line: str):
        """Appends a line as it is."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def start(self, command: str):
        """Appends a command with the time now."""
        self.note(f"{now()} {command}")


def now() -> str:
    """The time in UTC to the second."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def versions(tools: dict[str, str]) -> list[str]:
    """The versions of the load tools and of what the servers run on."""
    commands = [[tools["wrk"], "-v"], [tools["oha"], "--version"]]
    commands += [["node", "--version"], [sys.executable, "--version"], ["rustc", "--version"]]
    # wrk prints its version with the exit code of a wrong use.
    lines = [subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0] for command in commands]
    wrk, oha, node, python, rustc = lines
    return [wrk.partition(" Copyright")[0], oha, f"node {node}", python, rustc]


def run(step: Step, server: Server, tools: dict[str, str], folder: Path, record: Record):
    """Runs a load tool against a server and keeps its output byte for byte."""
    command = step.command(server.url(step.route))
    record.start(f"{' '.join(command)} > {step.file()}")
    result = subprocess.run([tools[step.tool], *command[1:]], capture_output=True, timeout=step.seconds + 30)
    if result.returncode != 0:
        raise Failure(f"`{' '.join(command)}` failed: {result.stderr.decode(errors='replace')}")
    path = folder / step.file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(result.stdout)


def measure(steps: list[Step], tools: dict[str, str], folder: Path, scratch: Path):
    """Starts the servers, carries out the plan, and records machine and commands beside the outputs."""
    (folder / "machine.txt").write_text(machine.describe(), encoding="utf-8")
    record = Record(folder / "commands.txt")
    record.note("# Three servers on loopback: what was run, in order; the times are those of the start, in UTC.")
    for line in versions(tools):
        record.note(f"# {line}")
    program, command = subjects.build(scratch)
    record.start(command)
    lifetime = sum(step.seconds + 2 for step in steps) + 60
    with ExitStack() as stack:
        servers = {}
        for name, port in PORTS.items():
            servers[name] = subjects.start(name, port, lifetime, program)
            stack.callback(servers[name].stop)
            record.start(servers[name].shown)
        carry_out(steps, servers, tools, folder, record)


def carry_out(steps: list[Step], servers: dict[str, Server], tools: dict[str, str], folder: Path, record: Record):
    """Carries out the plan between two checks of the servers' answers."""
    check(servers)
    before = machine.cpu_times()
    for number, step in enumerate(steps, 1):
        print(f"[{number}/{len(steps)}] {step.file()}", flush=True)
        time.sleep(PAUSE)
        run(step, servers[step.server], tools, folder, record)
    _, stolen = machine.shares(before, machine.cpu_times())
    check(servers)
    record.note(f"# Finished {now()}; of the CPU time, {stolen:.1%} was taken by the host.")


def check(servers: dict[str, Server]):
    """Fails unless every server gives the expected answers."""
    for server in servers.values():
        server.check()


def find_tools(oha: str) -> dict[str, str]:
    """The paths of the load tools; fails when something that is needed is missing."""
    for name in ("wrk", oha, "node", "rustc"):
        if shutil.which(name) is None:
            raise Failure(f"`{name}` is not there; install it, or give the path of oha with `--oha`")
    return {"wrk": shutil.which("wrk"), "oha": shutil.which(oha)}


def refuse_busy():
    """Fails when other work would take part in the measurement."""
    busy = machine.busy_share(3)
    if busy > QUIET:
        raise Failure(f"the machine is {busy:.0%} busy; wait until it is quiet, or give `--even-if-busy`")


def measure_into(out: Path, options: argparse.Namespace):
    """Measures in a scratch folder and moves the results to `out` when all is done: whole or not at all."""
    tools = find_tools(options.oha)
    if taken := [name for name in RESULTS if (out / name).exists()]:
        raise Failure(f"there are results already ({', '.join(taken)}); remove them to measure again")
    if not options.even_if_busy:
        refuse_busy()
    with tempfile.TemporaryDirectory() as scratch:
        results = Path(scratch) / "results"
        results.mkdir()
        measure(plan(options.rounds, options.seconds, options.warm_up), tools, results, Path(scratch))
        out.mkdir(parents=True, exist_ok=True)
        for name in RESULTS:
            shutil.move(results / name, out / name)


def read_options() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Measure three servers on loopback with wrk and oha.")
    parser.add_argument("--oha", default="oha", help="the path of oha when it is not on PATH")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "data/loopback", help="the folder for the results")
    parser.add_argument("--rounds", type=int, default=5, help="rounds for each route and tool (default 5)")
    parser.add_argument("--seconds", type=int, default=4, help="seconds of each run (default 4)")
    parser.add_argument("--warm-up", type=int, default=2, help="seconds of each warm-up (default 2)")
    parser.add_argument("--even-if-busy", action="store_true", help="measure on a busy machine, to try the harness")
    return parser.parse_args()


if __name__ == "__main__":
    options = read_options()
    try:
        measure_into(options.out, options)
    except (Failure, subprocess.SubprocessError) as failure:
        sys.exit(f"run.py: {failure}")
