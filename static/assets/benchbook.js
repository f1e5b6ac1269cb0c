// Adds to a page that is complete without it: the evidence of a figure beside it, sorting, copying.
"use strict";
(() => {
  const words = document.querySelector("meta[name=benchbook-words]")?.dataset ?? {}; // in the language of the page

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  // The card of a figure

  let figures; // a promise of what cards say, by id; empty when it cannot be read
  const inside = document.getElementById("figures-json"); // in a page that stands alone
  const brief = ({ id, statistic, expression, inputs: [input] }) => [id, [statistic, expression, input?.raw, input?.locator, input?.evidence]];
  // A script, since a page that was opened from a disk may read no other file.
  const ask = done => {
    globalThis.benchbookFigures = done;
    const nothing = () => done({});
    document.head.append(make("script", { src: "figures.js", onload: nothing, onerror: nothing }));
  };
  const load = async () => inside ? Object.fromEntries(JSON.parse(inside.textContent).figures.map(brief)) : new Promise(ask);

  const fact = (term, ...value) => make("div", {}, make("dt", { textContent: term }), make("dd", {}, ...value));

  const source = (link, locator, evidence = "") => {
    const inPage = link.match(/^#evidence-\d+(?:-L(\d+))?$/);
    const path = inPage ? `${evidence}#L${inPage[1] ?? ""}` : link;
    const [file, line] = path.split("/").pop().replace(/\.html(#|$)/, "$1").split("#L");
    const where = make("span", {}, make("a", { href: link, textContent: decodeURIComponent(file) }), line ? `:${line} ` : " ");
    if (locator) where.append(make("code", { textContent: locator }));
    return fact(words.evidence, where);
  };

  // What the heads of a table say of a cell: "Write, Fiber, p99 ms".
  const place = cell => {
    const [row, table] = [cell.parentElement, cell.closest("table")];
    const heads = [...table.tHead.rows[0].cells];
    const group = cell.closest("tbody").querySelector("[scope=rowgroup]");
    const own = [...row.querySelectorAll("th")].filter(head => head !== group);
    const name = head => head.querySelector(".sort .name")?.textContent ?? head.firstChild?.textContent ?? "";
    const label = head => [...head.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join(" ");
    const column = heads[heads.length - (row.cells.length - cell.cellIndex)];
    return { what: [group, ...own].filter(Boolean).map(label).concat(name(column)).join(" · "), statistic: column.title };
  };

  const derived = entry => [".result", "dl", ".inputs"].map(part => entry.querySelector(part)?.cloneNode(true)).filter(Boolean);

  const direct = (link, [statistic, expression, raw, locator, evidence] = []) => {
    const cell = link.closest("tbody td");
    const at = cell ? place(cell) : {};
    const list = make("dl");
    const named = statistic || at.statistic;
    if (named) list.append(fact(words.statistic, named));
    if (expression) list.append(fact(words.expression, make("code", { textContent: expression })));
    if (raw) list.append(fact(words.asWritten, make("code", { textContent: raw })));
    list.append(source(link.getAttribute("href"), locator, evidence));
    const text = link.closest("svg") ? link.getAttribute("aria-label") ?? "" : link.textContent;
    return [make("p", {}, make("b", { textContent: text }), at.what ? ` ${at.what}` : ""), list];
  };

  const contents = async link => {
    const href = link.getAttribute("href");
    const entry = href.startsWith("#from-") && document.getElementById(href.slice(1));
    return entry ? derived(entry) : direct(link, (await (figures ??= load()))[link.dataset.fig]);
  };

  let card, owner, timer;
  const hide = () => {
    clearTimeout(timer);
    owner?.removeAttribute("aria-describedby");
    card?.remove();
    card = owner = undefined;
  };

  const settle = link => {
    const [at, size, room] = [link.getBoundingClientRect(), card.getBoundingClientRect(), document.documentElement];
    const below = at.bottom + 8 + size.height <= room.clientHeight || at.top < size.height + 8;
    const top = below ? at.bottom + 8 : at.top - size.height - 8;
    const left = Math.min(Math.max(16, at.left + at.width / 2 - size.width / 2), room.clientWidth - size.width - 16);
    card.style.top = `${top + scrollY}px`;
    card.style.left = `${left + scrollX}px`;
  };

  const show = async link => {
    if (owner === link) return;
    hide();
    owner = link;
    const parts = await contents(link);
    if (owner !== link) return;
    card = make("div", { className: "card", id: "figure-card" }, ...parts);
    const id = link.id || link.closest("[id]")?.id;
    if (id && navigator.clipboard) card.append(make("p", { className: "tools" }, copier(words.copyLink, () => linkTo(id))));
    card.setAttribute("role", "note");
    card.querySelectorAll("[id]:not(.card)").forEach(part => part.removeAttribute("id"));
    document.body.append(card);
    link.setAttribute("aria-describedby", card.id);
    settle(link);
  };

  const later = (action, delay) => { clearTimeout(timer); timer = setTimeout(action, delay); };
  const figureAt = event => event.target.closest?.("a.fig");
  document.addEventListener("pointerover", event => {
    if (event.pointerType === "touch") return;
    const link = figureAt(event);
    if (link) later(() => show(link), 140);
    else if (event.target.closest?.(".card")) clearTimeout(timer);
    else if (owner) later(hide, 220);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", event => {
    const link = figureAt(event);
    if (link?.matches(":focus-visible")) show(link);
    else if (!event.target.closest?.(".card")) hide();
  });
  document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });

  // Sorting: within each group, by the first number of a cell, and back to the order of the author

  const number = cell => {
    const language = cell?.closest("[lang]")?.lang || "en";
    const comma = new Intl.NumberFormat(language).format(1.5).includes(",");
    const text = (cell?.textContent ?? "").replace(/(?<=\d)[\u00a0\u202f](?=\d{3})/g, "");
    const plain = comma ? text.replace(/\./g, "").replace(/,/g, ".") : text.replace(/,/g, "");
    const found = plain.replace(/−/g, "-").match(/-?\d+(\.\d+)?/);
    return found ? Number(found[0]) : NaN;
  };

  // The name of a group stands in its first row that is shown, and spans those.
  const regroup = body => {
    const group = body.querySelector("[scope=rowgroup]");
    if (!group) return;
    const shown = [...body.rows].filter(row => !row.hidden);
    [...body.rows].forEach(row => row.classList.toggle("cont", row !== shown[0]));
    group.rowSpan = Math.max(shown.length, 1);
    (shown[0] ?? body.rows[0]).prepend(group);
  };

  const sortBody = (body, order, fromEnd, descending) => {
    const rows = order.get(body).slice();
    const value = row => number(row.cells[row.cells.length - fromEnd]);
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
      return descending ? y - x : x - y;
    };
    if (descending !== undefined) rows.sort(compare);
    body.append(...rows);
    regroup(body);
  };

  // Groups within groups cannot be taken apart.
  const isNested = body => {
    const spans = [...body.querySelectorAll("[rowspan]")];
    return spans.length > 1 || spans.some(head => head.rowSpan !== body.rows.length);
  };

  const sortable = table => {
    const bodies = [...table.tBodies];
    if (bodies.some(isNested)) return;
    if (bodies.every(body => body.rows.length < 2)) return;
    const order = new Map(bodies.map(body => [body, [...body.rows]]));
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, index) => {
      if (!head.classList.contains("num")) return;
      const name = make("span", { className: "name", textContent: head.firstChild.textContent });
      head.firstChild.replaceWith(name);
      const button = make("button", { type: "button", className: "sort" }, ...head.childNodes);
      head.append(button);
      const first = button.textContent.includes("↑") ? "descending" : "ascending";
      const next = { [undefined]: first, [first]: first === "ascending" ? "descending" : "ascending" };
      button.addEventListener("click", () => {
        const now = next[head.getAttribute("aria-sort") ?? undefined];
        heads.forEach(other => other.removeAttribute("aria-sort"));
        if (now) head.setAttribute("aria-sort", now);
        bodies.forEach(body => sortBody(body, order, heads.length - index, now && now === "descending"));
      });
    });
  };

  // Filtering a long table: the rows that hold each of the words

  const filterable = figure => {
    const bodies = [...figure.querySelector("table").tBodies];
    const all = bodies.flatMap(body => [...body.rows]);
    if (all.length < 20 || bodies.some(isNested)) return;
    const input = make("input", { type: "search", className: "filter", placeholder: words.filter });
    input.setAttribute("aria-label", words.filter);
    const count = make("output", { className: "count" });
    const texts = new Map(bodies.flatMap(body => {
      const group = body.querySelector("[scope=rowgroup]")?.textContent ?? "";
      return [...body.rows].map(row => [row, `${group} ${row.textContent}`.toLowerCase()]);
    }));
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/);
      all.forEach(row => { row.hidden = !wanted.every(word => texts.get(row).includes(word)); });
      bodies.forEach(regroup);
      const shown = all.filter(row => !row.hidden).length;
      count.textContent = input.value ? words.rowsShown.replace("{n}", shown).replace("{all}", all.length) : "";
    });
    figure.prepend(make("p", { className: "filtering" }, input, count));
  };

  // Copying: the table as tab-separated text or Markdown, names of groups repeated on each row; the way to a figure

  const textOf = cell => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll(".sr, [aria-hidden]").forEach(part => part.remove());
    return copy.textContent.trim().replace(/\s+/g, " ");
  };

  const cellsOf = table => [...table.rows].filter(row => !row.hidden).map(row => {
    const group = row.closest("tbody")?.querySelector("[scope=rowgroup]");
    return group && group.parentElement !== row ? [group, ...row.cells] : [...row.cells];
  });

  const asText = table => cellsOf(table).map(cells => cells.map(textOf).join("\t")).join("\n");

  const asMarkdown = table => {
    const [head, ...rows] = cellsOf(table);
    const line = cells => `| ${cells.map(cell => textOf(cell).replace(/[|\\]/g, "\\$&")).join(" | ")} |`;
    const rule = `| ${head.map(cell => cell.classList.contains("num") ? "---:" : "---").join(" | ")} |`;
    return [line(head), rule, ...rows.map(line)].join("\n") + "\n";
  };

  const linkTo = id => `${location.href.split("#")[0]}#${id}`;

  const copier = (name, text) => {
    const button = make("button", { type: "button", textContent: name });
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      const done = await navigator.clipboard.writeText(text()).then(() => true, () => false);
      button.textContent = done ? words.copied : words.notAllowed;
      setTimeout(() => { button.textContent = name; }, 1600);
    });
    return make("span", {}, button);
  };

  const copyable = figure => {
    const tools = figure.querySelector(".tools");
    if (!tools || !navigator.clipboard) return;
    if (figure.matches(".table")) {
      const table = figure.querySelector("table");
      tools.append(copier(words.copy, () => asText(table)), copier(words.copyMarkdown, () => asMarkdown(table)));
    }
    tools.append(copier(words.copyLink, () => linkTo(figure.id)));
  };

  document.querySelectorAll("figure.chart").forEach(copyable);
  document.querySelectorAll("figure.table").forEach(figure => {
    sortable(figure.querySelector("table"));
    filterable(figure);
    copyable(figure);
  });

  document.querySelectorAll(".badges li").forEach(badge => {
    if (navigator.clipboard) badge.querySelector(".tools").append(copier(words.copyMarkdown, () => badge.querySelector("code").textContent));
  });

  // Search: what it needs is loaded when a reader first opens it

  const finding = document.querySelector(".find");
  if (finding) {
    let loading;
    const load = () => new Promise((done, failed) => {
      document.head.append(make("script", { src: `${finding.dataset.root}assets/search.js`, onload: done, onerror: failed }));
    });
    const open = () => (loading ??= load()).then(() => globalThis.benchbookSearch.open(), () => { loading = undefined; });
    const button = make("button", { type: "button", textContent: finding.dataset.search });
    button.addEventListener("click", open);
    finding.append(button);
    // A single key is hit by mistake, or by whoever speaks to the page: a site may have none, and a reader switches it off.
    const KEPT = "benchbook-shortcut";
    const kept = action => { try { return action(localStorage); } catch { return null; } }; // what a browser may forbid
    let isOn = "shortcut" in finding.dataset && kept(store => store.getItem(KEPT)) !== "off";
    const mark = () => isOn ? button.setAttribute("aria-keyshortcuts", "/") : button.removeAttribute("aria-keyshortcuts");
    mark();
    finding.addEventListener("shortcut", event => {
      isOn = event.detail;
      kept(store => isOn ? store.removeItem(KEPT) : store.setItem(KEPT, "off"));
      mark();
    });
    document.addEventListener("keydown", event => {
      const isWriting = event.target.closest?.("input, textarea, select, [contenteditable]");
      if (!isOn || event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
      event.preventDefault();
      open();
    });
  }

  // What scrolls can be reached with the keyboard

  document.querySelectorAll(".body pre").forEach(block => { if (block.scrollWidth > block.clientWidth) block.tabIndex = 0; });

  // What a link leads to is open

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    target?.querySelectorAll(":scope > details").forEach(details => { details.open = true; });
  };
  addEventListener("hashchange", reveal);
  reveal();

  // On this page: the part that is being read

  const links = new Map([...document.querySelectorAll(".contents a")].map(link => [link.hash.slice(1), link]));
  const heads = [...links.keys()].map(id => document.getElementById(id)).filter(Boolean);
  const follow = () => {
    const current = heads.filter(head => head.getBoundingClientRect().top < 120).pop() ?? heads[0];
    links.forEach((link, id) => id === current.id ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
  };
  if (heads.length) {
    let waiting = false;
    const soon = () => { waiting ||= !!requestAnimationFrame(() => { waiting = false; follow(); }); };
    addEventListener("scroll", soon, { passive: true });
    follow();
  }
})();
