// Opens pages of the built site in Chromium, and keeps what went wrong while it did.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { serve } from "./server.mjs";

/** The folder of the repository. */
export const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The site under test, and the report in it that the tests walk through. */
export const SITE = resolve(process.env.BENCHBOOK_SITE ?? join(top, "public"));
export const REPORT = process.env.BENCHBOOK_REPORT ?? "reports/altair";
/** Where pictures are left to be looked at. */
export const PICTURES = join(top, "target/screenshots");

/** How a page is opened: the width of a desk or of a phone, light or dark. */
export const VIEWS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** The path of Chromium. */
export function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return execFileSync("sh", ["-c", names.map((name) => `command -v ${name}`).join(" || ")]).toString().trim();
}

/** Starts the server of a folder and the browser, with further arguments and variables of it: `{base, open, close}`. */
export async function start({ root = SITE, args = [], env = {} } = {}) {
  const server = await serve(root);
  const browser = await chromium.launch({
    executablePath: executable(),
    env: { ...process.env, ...env },
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", ...args,
    ],
  });
  const open = async (path, { prepare, ...options } = {}) => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    const troubles = watch(page, server.base);
    await prepare?.(page);
    await page.goto(server.base + path);
    return { page, troubles, close: () => context.close() };
  };
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { base: server.base, missing: server.missing, open, close };
}

/** Collects console errors, exceptions, failed requests and requests to another host. */
function watch(page, base) {
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`exception: ${error.message}`));
  // A page that is left while it loads gives its requests up.
  page.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || troubles.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && !url.startsWith("blob:") && !url.startsWith(base)) troubles.push(`elsewhere: ${url}`);
  });
  return troubles;
}

/** Takes a picture into `target/screenshots/`; of what is in view, or of the whole page. */
export async function picture(page, name, fullPage = false) {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}

/** How many pixels wider the page is than the window. */
export async function overflow(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return Math.max(0, width - page.viewportSize().width);
}
