// Runs in the head of every page, before anything is painted (specification 2: the stored language decides).
// `?lang=` seeds the session's language and is stripped; a tab that wants another language asks for that file.
(() => {
  const root = document.documentElement;
  const { session, shown, fonts } = document.currentScript.dataset;
  const ask = (hrefs) => {
    for (const href of hrefs.split(' '))
      document.head.append(
        Object.assign(
          document.createElement('link'),
          href.endsWith('.js')
            ? { rel: 'modulepreload', href }
            : { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href },
        ),
      );
  };
  // What it takes to look for a session is asked for at its first sign, before the browser's storage is read, which takes the
  // browser many milliseconds when a page is the first of a site.
  let isSigned = false;
  const see = (sign) => {
    if (sign && !isSigned) ask(session);
    isSigned ||= sign;
  };
  try {
    see(location.pathname === '/account' && /[?&](code|error)=/.test(location.search));
    see(/(?:^|;\s*)workos-has-session=[^;]/.test(document.cookie));
  } catch {}
  let leaves = false;
  const languages = ['en', 'de', 'sv', 'it', 'fr'];
  try {
    const url = new URL(location.href);
    const asked = url.searchParams.get('lang');
    if (asked !== null) {
      // Stripping comes second: where storage is blocked, the address keeps the language.
      if (languages.includes(asked)) sessionStorage.setItem('lang', asked);
      url.searchParams.delete('lang');
      history.replaceState(history.state, '', url);
    }
    const stored = sessionStorage.getItem('lang');
    // The place to show, brought along from before the page was asked for once more (below, and start-page.js).
    const place = sessionStorage.getItem('place');
    sessionStorage.removeItem('place');
    // A language that was asked for is here, or cannot be had: asking once more would never end.
    if (languages.includes(stored) && stored !== root.lang && stored !== asked) {
      leaves = true;
      root.style.visibility = 'hidden';
      // This entry of the history, and with it the browser's memory of its place, is about to be replaced.
      sessionStorage.setItem('place', place ?? history.state?.place ?? 0);
      url.searchParams.set('lang', stored);
      location.replace(url);
    } else if (Number(place)) {
      root.dataset.place = place;
      history.replaceState({ ...history.state, place: Number(place) }, '', url);
    }
  } catch {}
  try {
    if (!isSigned) see(Object.keys(localStorage).some((key) => key.startsWith('workos:refresh-token')));
  } catch {}
  // The sign of a session, so that a page can show from the first frame whether it is looking for one. A page that is being
  // left does not look: it would use up a code, or a token, whose answer nobody reads.
  // The search begins as soon as its scripts are here; start-page.js deals with their absence. What it takes to show the session
  // is asked for after the answer, or 100 ms after the question, which it would hold up (docs/decisions/0016).
  if (isSigned && !leaves) {
    root.dataset.session = 'sign';
    const [begins, keeps] = session.split(' ');
    const begun = import(begins).then(({ begun }) => begun);
    import(keeps).catch(() => {});
    begun.then(() => shown && ask(shown)).catch(() => {});
    if (shown) {
      // The first frame waits a moment for the answer (app/account/session/early-name.ts): drawing the page would hold it up.
      root.dataset.waiting = '';
      setTimeout(() => delete root.dataset.waiting, 400);
    }
  }
  // An invitation or the login provider asks to sign in at once; a download of this tab has a message to show.
  try {
    const thanks = location.pathname === '/logged-out' && sessionStorage.getItem('writing-ant:download-started');
    if (thanks || /[?&]screen_hint=/.test(location.search)) root.dataset.start = 'now';
  } catch {}
  // What the first frame can do without comes after it (docs/decisions/0015-first-paint.md). Who comes back, or to a place in
  // the page, needs the whole page for its height; who comes from another page of the site has the fonts already.
  try {
    const isNew = performance.getEntriesByType('navigation')[0].type === 'navigate';
    const isPlain = isNew && !location.hash && !root.dataset.place;
    if (isPlain) root.dataset.asleep = '';
    const knowsPaint = PerformanceObserver.supportedEntryTypes.includes('paint');
    if (isPlain && knowsPaint && !document.referrer.startsWith(`${location.origin}/`)) root.dataset.fonts = 'later';
    else
      for (const href of fonts.split(' '))
        document.head.append(
          Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', crossOrigin: '', href }),
        );
  } catch {}
})();
