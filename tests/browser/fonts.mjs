// Fonts from npm in place of those that are installed: boxes have the same sizes on every machine.

import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { top } from "./browser.mjs";

const INTER = ["400Regular", "400Regular_Italic", "500Medium", "600SemiBold", "700Bold"];
/** Code, signs and Arabic. One family, so that no browser has a choice of what stands in for a letter that Inter lacks. */
const DEJAVU = ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold"];
const FILES = [
  ...INTER.map((weight) => `@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`),
  ...DEJAVU.map((name) => `dejavu-fonts-ttf/ttf/${name}.ttf`),
];

/** What the names of these fonts begin with. */
export const FAMILIES = /^(Inter|DejaVu Sans)\b/;

const settingsOf = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${join(folder, "fonts")}</dir>
<cachedir>${join(folder, "cache")}</cachedir>
<alias binding="same"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
<alias binding="same"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
<alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<!-- Letters without grey edges: each of their pixels has the colour of the text, and a picture takes a third of the bytes. -->
<match target="pattern"><edit name="antialias" mode="assign"><bool>false</bool></edit></match>
<match target="font"><edit name="antialias" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
`;

/** How Chromium is started so that it knows no other fonts; they and the settings are put into `folder`. */
export function withFonts(folder) {
  const fonts = join(folder, "fonts");
  const settings = join(folder, "fonts.conf");
  rmSync(fonts, { recursive: true, force: true });
  mkdirSync(fonts, { recursive: true });
  for (const file of FILES) {
    const from = join(top, "node_modules", file);
    if (!existsSync(from)) throw new Error(`\`${from}\` is missing; run \`npm ci\``);
    cpSync(from, join(fonts, basename(file)));
  }
  writeFileSync(settings, settingsOf(folder));
  return { env: { FONTCONFIG_FILE: settings }, args: ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"] };
}

/** The fonts that a page is drawn with, by name. */
export async function drawnWith(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "body *" });
  const found = await Promise.all(nodeIds.map((nodeId) => session.send("CSS.getPlatformFontsForNode", { nodeId })));
  await session.detach();
  return [...new Set(found.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName)))].sort();
}
