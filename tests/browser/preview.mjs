// The program that previews a site, started and listened to.

import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

import { top } from "./browser.mjs";

export const PROGRAM = resolve(process.env.BENCHBOOK_PROGRAM ?? join(top, "target/release/benchbook"));

/** Starts the preview, and gives its address as soon as it says it. */
export function preview(root) {
  const child = spawn(PROGRAM, ["serve", root, "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const base = new Promise((found, failed) => {
    let said = "";
    child.stderr.on("data", (part) => {
      said += part;
      const url = said.match(/serving (http:\S+\/)/);
      if (url) found(url[1]);
    });
    child.on("exit", () => failed(new Error(said)));
  });
  return { child, base };
}
