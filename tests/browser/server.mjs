// Serves a folder on this machine, below a sub-path, as a site on a shared host would be.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".csv": "text/csv; charset=utf-8",
  ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2", ".xml": "application/xml", ".webp": "image/webp",
};

/** Starts serving `root`: `{base, missing, close}`; `missing` collects addresses that had no file. */
export function serve(root, below = "/some/where/") {
  const missing = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = path.startsWith(below) && fileOf(root, path.slice(below.length));
    if (!file) {
      missing.push(request.url);
      response.writeHead(404).end("no such file");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => new Promise((done) => (server.close(done), server.closeAllConnections()));
      resolve({ base: `http://127.0.0.1:${server.address().port}${below}`, missing, close });
    });
  });
}

/** The file for a path below the root, if there is one. */
function fileOf(root, path) {
  const file = join(root, normalize(path));
  if (file !== root && !file.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) return fileOf(root, join(path, "index.html"));
  return found?.isFile() ? file : undefined;
}
