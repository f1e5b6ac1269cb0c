"""The Python server of the loopback benchmark: asyncio protocols, one process, one thread.

`python3 python.py PORT SECONDS` serves on 127.0.0.1 until its standard input ends or the seconds have passed.
"""

import asyncio
import json
import os
import sys

HEAD_LIMIT = 8 * 1024
"""The longest request head that is accepted, in bytes."""

ENCODER = json.JSONEncoder(separators=(",", ":"))
"""Made once: `json.dumps` with these separators would make one for every request."""


def response(status: str, kind: str, body: bytes) -> bytes:
    """A whole response."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode("ascii") + body


def answer(head: bytes) -> tuple[bytes, bool]:
    """The answer to one request head, and whether the connection stays open."""
    request, _, headers = head.partition(b"\r\n")
    keep_alive = b"connection: close" not in headers.lower()
    if request == b"GET /text HTTP/1.1":
        return response("200 OK", "text/plain", b"Hello, world!"), keep_alive
    if request == b"GET /json HTTP/1.1":
        greeting = {"id": 42, "message": "Hello, world!", "ok": True}
        body = ENCODER.encode(greeting).encode("utf-8")
        return response("200 OK", "application/json", body), keep_alive
    return response("404 Not Found", "text/plain", b"Not found"), False


class Connection(asyncio.Protocol):
    """One client's connection."""

    def connection_made(self, transport):
        self.transport = transport
        self.input = b""

    def data_received(self, data):
        self.input += data
        if len(self.input) > HEAD_LIMIT:
            self.transport.close()
            return
        while (end := self.input.find(b"\r\n\r\n")) >= 0:
            output, keep_alive = answer(self.input[:end])
            self.input = self.input[end + 4:]
            self.transport.write(output)
            if not keep_alive:
                self.transport.close()
                return


async def serve(port: int, seconds: float):
    """Serves until standard input ends or the seconds have passed."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    loop.add_reader(sys.stdin, lambda: os.read(sys.stdin.fileno(), 4096) or stopped.set())
    loop.call_later(seconds, stopped.set)
    await loop.create_server(Connection, "127.0.0.1", port)
    await stopped.wait()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python3 python.py PORT SECONDS")
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2])))
