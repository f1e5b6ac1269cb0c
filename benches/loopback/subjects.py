"""The three servers: how they are built, started, checked and stopped."""

import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).parent / "servers"
BUILD = ["rustc", "-O", "--edition", "2024", "-o"]
ROUTES = {
    "text": b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world!",
    "json": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 45\r\n\r\n"
            b'{"id":42,"message":"Hello, world!","ok":true}',
}
"""What every server answers, to the byte, by route."""


class Failure(Exception):
    """Why a measurement cannot be made."""


@dataclass
class Server:
    """One server that is running."""

    name: str
    port: int
    shown: str
    """The command as it is recorded: no paths of this machine."""
    process: subprocess.Popen

    def url(self, route: str) -> str:
        """The address of a route."""
        return f"http://127.0.0.1:{self.port}/{route}"

    def check(self):
        """Fails unless the server gives the expected bytes, twice on one connection, for each route."""
        if self.process.poll() is not None:
            raise Failure(f"the {self.name} server has stopped with code {self.process.returncode}")
        for route, expected in ROUTES.items():
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as client:
                for _ in range(2):
                    client.sendall(f"GET /{route} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                    expect(self.name, client, expected)

    def stop(self):
        """Ends the server: it stops when its standard input closes."""
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def expect(name: str, client: socket.socket, expected: bytes):
    """Fails unless exactly these bytes come next."""
    answer = b""
    while len(answer) < len(expected) and (part := client.recv(4096)):
        answer += part
    if answer != expected:
        raise Failure(f"the {name} server answered {answer!r}, not {expected!r}")


def build(folder: Path) -> tuple[Path, str]:
    """Compiles the Rust server into a folder; its path, and the command as it is recorded."""
    program = folder / "server-rust"
    source = SOURCES / "rust.rs"
    subprocess.run([*BUILD, program, source], check=True)
    return program, " ".join([*BUILD, program.name, source.name])


def start(name: str, port: int, seconds: int, program: Path) -> Server:
    """Starts a server that ends by itself after some seconds and waits until it accepts connections."""
    command, shown = {
        "node": (["node", SOURCES / "node.mjs"], "node node.mjs"),
        "python": ([sys.executable, SOURCES / "python.py"], "python3 python.py"),
        "rust": ([program], f"./{program.name}"),
    }[name]
    refuse_taken(port)
    bounds = [str(port), str(seconds)]
    process = subprocess.Popen([*command, *bounds], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    server = Server(name, port, " ".join([shown, *bounds]), process)
    if not accepts(port, patience=5):
        server.stop()
        raise Failure(f"the {name} server does not accept connections on port {port}")
    return server


def refuse_taken(port: int):
    """Fails when something listens on the port already: it would be measured in place of the server."""
    if accepts(port, patience=0):
        raise Failure(f"port {port} is in use; end what listens there")


def accepts(port: int, patience: float) -> bool:
    """Whether connections are accepted on a port, tried for some seconds."""
    end = time.monotonic() + patience
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return True
        except OSError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.05)
