// The Node server of the loopback benchmark: node:http, one process, one thread.
//
// `node node.mjs PORT SECONDS` serves on 127.0.0.1 until its standard input ends or the seconds have passed.

import http from "node:http";
import process from "node:process";

/** Sends a whole response with the same headers as the other servers. */
function respond(response, status, type, body) {
  // Node adds these three by itself; the others do not send them.
  response.sendDate = false;
  response.removeHeader("Connection");
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

/** Answers one request. */
function answer(request, response) {
  const route = request.method === "GET" ? request.url : "";
  if (route === "/text") {
    respond(response, 200, "text/plain", "Hello, world!");
  } else if (route === "/json") {
    respond(response, 200, "application/json", JSON.stringify({ id: 42, message: "Hello, world!", ok: true }));
  } else {
    response.shouldKeepAlive = false;
    respond(response, 404, "text/plain", "Not found");
  }
}

const [port, seconds] = process.argv.slice(2).map(Number);
if (!(port > 0 && seconds > 0)) {
  console.error("usage: node node.mjs PORT SECONDS");
  process.exit(2);
}
http.createServer(answer).listen(port, "127.0.0.1");
setTimeout(() => process.exit(0), seconds * 1000);
process.stdin.on("end", () => process.exit(0)).resume();
