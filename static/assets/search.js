// Search over titles, headings, captions and figures. It is loaded, and its index after it, when a reader first opens it.
// The index is scripts that call `benchbookSearch`, since a page that was opened from a disk may read no other file.
"use strict";
(() => {
  const finding = document.querySelector(".find");
  const { root, ...words } = finding.dataset;
  const MOST = 40; // results that are shown
  const WEIGHTS = { page: 4, heading: 3, caption: 2.5, figure: 2 };

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  // Text as it is compared: no accents, no case, no separators of thousands; words set apart by one space

  const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670]/g;
  const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
  const folded = text => {
    const joined = text.replace(/(?<=\d)[,'’٬\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "");
    const plain = joined.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase().replace(/ß/g, "ss");
    return plain.split(/[^\p{L}\p{N}\p{M}.,%×]+/u).map(word => word.replace(/^[.,]+|[.,]+$/g, "")).filter(Boolean).join(" ");
  };
  // Where a full stop sets thousands apart, a number is found with and without it.
  const comparable = text => {
    const plain = folded(text);
    const joined = plain.replace(/(?<=\d)\.(?=\d{3}(?!\d))/g, "");
    return ` ${plain}${joined === plain ? "" : ` ${joined}`} `;
  };

  // How well a word fits: as a word, as its beginning, in scripts without spaces anywhere; 0 when it does not.
  const fit = (text, word) => {
    if (text.includes(` ${word} `)) return 4;
    if (text.includes(` ${word}`)) return 3;
    return UNSPACED.test(word) && text.includes(word) ? 3 : 0;
  };

  // The index

  const pages = [], entries = [];
  let more = 0, parts = 0, leftOut = 0, language = "", failed = false; // files of pages and of figures that are not loaded yet

  const add = (kind, page, parts, anchor, compared) => entries.push({
    kind, page, ...parts, compared: compared ?? comparable(parts.main), href: root + page.href + (anchor ? `#${anchor}` : ""),
  });

  const takePages = index => {
    if ("parts" in index) ({ more = 0, parts, left_out: leftOut, language = "" } = index);
    for (const page of index.pages) {
      page.title_compared = comparable(page.title);
      page.compared = page.title_compared + comparable(page.subjects.join(" "));
      pages.push(page);
      add("page", page, { main: page.title, more: page.description }, "", page.compared + comparable(page.description));
      for (const [anchor, text] of page.headings) add("heading", page, { main: text }, anchor);
      for (const [anchor, text] of page.captions) add("caption", page, { main: text }, anchor);
    }
  };

  const takeFigures = part => {
    const compared = part.words.map(comparable);
    for (const [number, anchor, main, [statistic, what, state]] of part.figures) {
      const more = [part.words[what], part.words[statistic]].filter(Boolean).join(" · ");
      const text = comparable(main) + compared[what] + compared[statistic];
      add("figure", pages[number], { main, more, state: part.words[state] }, anchor, text);
    }
  };

  const load = name => new Promise((done, fail) => {
    const script = make("script", { src: `${root}assets/search/${name}.js`, onload: done, onerror: fail });
    document.head.append(script);
  });

  const once = action => { let begun; return () => begun ??= action().catch(() => { failed = true; show(); }); };
  const loadPages = once(async () => { await load("pages"); show(); });
  const loadAll = once(async () => {
    await loadPages();
    for (let number = 2; more > 0; number += 1, show()) {
      await load(`pages-${number}`);
      more -= 1;
    }
    for (let number = 1; parts > 0; number += 1, show()) {
      await load(`figures-${number}`);
      parts -= 1;
    }
  });

  // What is found: each word somewhere, and at least one in the entry itself and not only in the title of its page

  const score = (entry, wanted) => {
    let [sum, own] = [0, false];
    for (const word of wanted) {
      const here = fit(entry.compared, word);
      const around = here || Math.min(1, fit(entry.page.compared, word));
      if (!around) return 0;
      own ||= here > 0;
      sum += around + (entry.kind === "page" && fit(entry.page.title_compared, word) ? 2 : 0);
    }
    return own ? sum * WEIGHTS[entry.kind] : 0;
  };

  // Entries are scored once, when they are there: what comes later is added to what was found.
  let wanted = [], scored = 0, count = 0, best = [];
  const ask = text => {
    wanted = folded(text).split(" ").filter(Boolean);
    [scored, count, best] = [0, 0, []];
  };
  const find = () => {
    const found = [];
    for (; scored < entries.length; scored += 1) {
      const own = wanted.length && score(entries[scored], wanted);
      if (own) found.push({ entry: entries[scored], place: scored, score: own });
    }
    count += found.length;
    best = best.concat(found).sort((a, b) => b.score - a.score || a.place - b.place).slice(0, MOST);
  };

  // The dialog

  const input = make("input", { type: "search", placeholder: words.hint, autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", words.search);
  const close = make("button", { type: "button", textContent: words.close });
  const state = make("p", { className: "state" });
  state.setAttribute("role", "status");
  const list = make("ol");
  const dialog = make("dialog", { className: "search" }, make("div", { className: "for" }, input, close), state, list);
  dialog.setAttribute("aria-label", words.search);
  if (words.shortcut) {
    const box = make("input", { type: "checkbox", checked: finding.querySelector("[aria-keyshortcuts]") !== null });
    box.addEventListener("change", () => finding.dispatchEvent(new CustomEvent("shortcut", { detail: box.checked })));
    dialog.append(make("label", { className: "shortcut" }, box, make("span", { textContent: words.shortcut })));
  }

  const auto = (name, text, className = "") => make(name, { textContent: text, className, dir: "auto" });
  const item = entry => {
    const link = make("a", { href: entry.href }, auto("b", entry.main, entry.kind === "figure" ? "number" : ""));
    // What is found is in the language of its page; what is said of it in that of the interface.
    const { lang } = document.documentElement;
    link.lang = entry.page.language ?? language;
    if (entry.state) link.append(" ", make("span", { lang, className: `kind ${entry.state}`, textContent: words[entry.state] ?? entry.state }));
    if (entry.more) link.append(" ", auto("span", entry.more));
    if (entry.kind !== "page") link.append(" ", make("small", {}, auto("bdi", entry.page.title)));
    return make("li", {}, link);
  };

  const show = () => {
    find();
    list.replaceChildren(...best.map(one => item(one.entry)));
    list.scrollTop = 0;
    const said = count ? words.found.replace("{n}", count) : words.none;
    const note = leftOut ? ` ${words.leftOut.replace("{n}", leftOut)}.` : "";
    const waiting = more + parts > 0 && !failed;
    state.textContent = failed ? words.failed : !input.value.trim() ? "" : waiting ? "…" : said + (note && `.${note}`);
  };

  input.addEventListener("input", () => { if (input.value.trim()) loadAll(); ask(input.value); show(); });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", event => { if (event.target === dialog || event.target.closest("a")) dialog.close(); });
  dialog.addEventListener("keydown", event => {
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && at >= 0) {
      event.preventDefault();
      stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
    } else if (event.key === "Enter" && at === 0 && stops[1]) {
      event.preventDefault();
      stops[1].click();
    } else if (at > 0 && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== " ") {
      input.focus();
    }
  });

  const open = () => {
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    input.select();
    loadPages();
  };

  globalThis.benchbookSearch = { open, pages: takePages, figures: takeFigures };
})();
