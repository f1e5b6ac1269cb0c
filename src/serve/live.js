// Part of `benchbook serve` only: loads the page anew when the site was rebuilt, and keeps its place.
(() => {
  "use strict";
  const shown = document.currentScript.dataset.version;
  const key = `benchbook:place:${location.pathname}`;

  const remember = () => {
    try { sessionStorage.setItem(key, String(scrollY)); } catch { /* without storage the page starts at its top */ }
  };
  const recall = () => {
    let place = null;
    try {
      place = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
    } catch { /* as above */ }
    if (place === null) return;
    const go = () => scrollTo({ top: Number(place), behavior: "instant" });
    go();
    addEventListener("load", go, { once: true });
  };

  // A browser has six connections to a server: a page that nobody sees gives its own up.
  let events = null;
  const listen = () => {
    if (document.hidden) {
      events?.close();
      events = null;
    } else if (!events) {
      events = new EventSource("/__benchbook/events");
      events.addEventListener("built", (event) => {
        if (event.data === shown) return;
        events.close();
        remember();
        location.reload();
      });
    }
  };

  recall();
  document.getElementById("benchbook-hide")?.addEventListener("click", () => {
    document.getElementById("benchbook-errors").remove();
  });
  document.addEventListener("visibilitychange", listen);
  listen();
})();
