// Runs at the end of every page: starts the page's scripts after the first frame, or at the visitor's first action on a
// page that is complete without them. Nothing is lost meanwhile: a click on a control that needs a script is kept and
// repeated once the page is interactive.
(() => {
  const { scripts, style, start } = JSON.parse(document.getElementById('boot').textContent);
  const root = document.documentElement;
  // Each entry of the history notes the place its page was scrolled to, for when the browser cannot: a page that was
  // asked for once more in its language (choose-language.js), and the reload below.
  if (root.dataset.place) {
    history.scrollRestoration = 'manual';
    scrollTo({ top: Number(root.dataset.place), behavior: 'instant' });
    // The browser tries to restore what it remembers until the page is loaded.
    addEventListener('load', () =>
      setTimeout(() => {
        history.scrollRestoration = 'auto';
      }),
    );
  }
  let settling;
  const notePlace = () => {
    clearTimeout(settling);
    settling = setTimeout(() => history.replaceState({ ...history.state, place: scrollY }, ''), 100);
  };
  addEventListener('scroll', notePlace, { passive: true });
  // What has been left is not this entry's.
  addEventListener('popstate', () => clearTimeout(settling));

  const actions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'input'];
  let started = false;
  let failed = false;
  const kept = [];

  const fail = () => {
    failed = true;
    // The session is told that it has no scripts to spare any more (app/account/session/waiting.ts).
    root.dataset.failed = '';
    dispatchEvent(new Event('writing-ant:failed'));
  };
  const link = (properties) => document.head.append(Object.assign(document.createElement('link'), properties));
  // Whatever the scripts come to show has its styles: the page carries those of what it was sent with.
  const run = () => {
    if (started) return;
    started = true;
    for (const action of actions) removeEventListener(action, act, true);
    for (const href of scripts) link({ rel: 'modulepreload', href });
    link({
      rel: 'stylesheet',
      href: style,
      onload: () => {
        for (const script of scripts) import(script).catch(fail);
      },
      onerror: fail,
    });
  };

  // A browser also says where a pointer lies still, once there is a page below it: nobody has done anything yet.
  let restsAt;
  const act = ({ type, clientX, clientY }) => {
    const place = `${clientX} ${clientY}`;
    restsAt ??= place;
    if (type !== 'pointermove' || place !== restsAt) run();
  };

  const keep = (event) => {
    const control = event.target.closest?.('button, [role=tab]');
    // Controls that the browser serves by itself need no script.
    if (!control || control.hasAttribute('popovertarget') || control.hasAttribute('commandfor')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A page whose scripts did not arrive gets a new chance with the next click.
    if (failed) return location.reload();
    if (!kept.includes(control)) kept.push(control);
    run();
  };
  addEventListener('click', keep, true);
  // Back and Forward among pages that were moved between without a reload are for the page's scripts, once they are here.
  const { pathname } = location;
  const follow = () => {
    if (location.pathname === pathname) return;
    try {
      sessionStorage.setItem('place', history.state?.place ?? 0);
    } catch {}
    location.reload();
  };
  addEventListener('popstate', follow);
  addEventListener(
    'writing-ant:interactive',
    () => {
      removeEventListener('click', keep, true);
      removeEventListener('popstate', follow);
      for (const control of kept) if (control.isConnected) control.click();
    },
    { once: true },
  );

  // The login provider is asked first, and answers while the page's own scripts run, which keep the browser busy. They are
  // not kept waiting by it: what does not arrive is asked for again.
  if (root.dataset.session) {
    setTimeout(run, 1000);
    const [sessionScript] = document.querySelector('head script[data-session]').dataset.session.split(' ');
    import(sessionScript).then(({ begun }) => begun).then(run, run);
  } else if (start === 'now' || root.dataset.start) requestAnimationFrame(() => setTimeout(run));
  else for (const action of actions) addEventListener(action, act, { capture: true, passive: true });
})();
