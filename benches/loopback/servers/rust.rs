//! The Rust server of the loopback benchmark: the standard library, one thread per connection.
//!
//! `server-rust PORT SECONDS` serves on 127.0.0.1 until its standard input ends or the seconds have passed.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;
use std::{env, process, thread};

/// The longest request head that is accepted, in bytes.
const HEAD_LIMIT: usize = 8 * 1024;

/// What `/json` answers with.
struct Greeting<'a> {
    id: u32,
    message: &'a str,
    ok: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let port: u16 = arguments.next().ok_or("usage: server-rust PORT SECONDS")?.parse()?;
    let seconds: u64 = arguments.next().ok_or("usage: server-rust PORT SECONDS")?.parse()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    thread::spawn(move || accept(&listener));
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(seconds));
        process::exit(0);
    });
    io::copy(&mut io::stdin(), &mut io::sink())?;
    Ok(())
}

/// Gives each connection a thread of its own.
fn accept(listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        // A client that goes away in the middle of an answer is no concern of the server.
        thread::spawn(move || drop(serve(stream)));
    }
}

/// Answers the requests of one connection until the client or an answer ends it.
fn serve(mut stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut input = Vec::with_capacity(HEAD_LIMIT);
    let mut output = Vec::with_capacity(256);
    while let Some(end) = read_head(&mut stream, &mut input)? {
        output.clear();
        let keep_alive = answer(&input[..end], &mut output);
        stream.write_all(&output)?;
        if !keep_alive {
            break;
        }
        input.drain(..end);
    }
    Ok(())
}

/// Reads until `input` begins with a whole request head and returns its length; `None` at the end of the stream.
fn read_head(stream: &mut TcpStream, input: &mut Vec<u8>) -> io::Result<Option<usize>> {
    loop {
        if let Some(at) = input.windows(4).position(|window| window == b"\r\n\r\n") {
            return Ok(Some(at + 4));
        }
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk)?;
        if count == 0 || input.len() + count > HEAD_LIMIT {
            return Ok(None);
        }
        input.extend_from_slice(&chunk[..count]);
    }
}

/// Writes the answer to one request head; true when the connection stays open.
fn answer(head: &[u8], output: &mut Vec<u8>) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').map(|line| line.trim_ascii_end());
    match lines.next() {
        Some(b"GET /text HTTP/1.1") => respond(output, "200 OK", "text/plain", b"Hello, world!"),
        Some(b"GET /json HTTP/1.1") => {
            let greeting = black_box(Greeting { id: 42, message: "Hello, world!", ok: true });
            let mut body = Vec::with_capacity(64);
            write_json(&greeting, &mut body);
            respond(output, "200 OK", "application/json", &body);
        }
        _ => {
            respond(output, "404 Not Found", "text/plain", b"Not found");
            return false;
        }
    }
    !lines.any(|line| line.eq_ignore_ascii_case(b"connection: close"))
}

/// Appends a whole response.
fn respond(output: &mut Vec<u8>, status: &str, kind: &str, body: &[u8]) {
    let length = body.len();
    push(output, format_args!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"));
    output.extend_from_slice(body);
}

/// Appends the greeting as JSON without white space.
fn write_json(greeting: &Greeting, output: &mut Vec<u8>) {
    push(output, format_args!("{{\"id\":{},\"message\":", greeting.id));
    write_json_string(greeting.message, output);
    push(output, format_args!(",\"ok\":{}}}", greeting.ok));
}

/// Appends a JSON string with the characters escaped that JSON does not allow as they are.
fn write_json_string(text: &str, output: &mut Vec<u8>) {
    output.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => output.extend([b'\\', byte]),
            0..0x20 => push(output, format_args!("\\u{byte:04x}")),
            _ => output.push(byte),
        }
    }
    output.push(b'"');
}

/// Appends formatted text.
fn push(output: &mut Vec<u8>, text: std::fmt::Arguments) {
    output.write_fmt(text).expect("writing to a vector cannot fail");
}
