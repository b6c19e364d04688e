// Runs at the end of every page, for what its first frame can do without (docs/decisions/0015-first-paint.md).
(() => {
  const root = document.documentElement;
  const actions = ['pointerover', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'];
  const onFirst = (names, act) => {
    const once = () => {
      for (const name of names) removeEventListener(name, once, true);
      act();
    };
    for (const name of names) addEventListener(name, once, { capture: true, passive: true });
  };

  // On a first view the page stands in fonts of this machine until its first frame is out; then its own come, both at once.
  if (root.dataset.fonts) {
    const show = () => delete root.dataset.fonts;
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      Promise.all(['Fraunces', 'Instrument Sans'].map((name) => document.fonts.load(`1em "${name}"`))).then(show, show);
    }).observe({ type: 'paint', buffered: true });
  }

  // What sleeps below the fold wakes when the visitor does something: part by part, so that nobody waits for it, but at once
  // when a link leads to a place in the page, which must be where it will stay.
  if ('asleep' in root.dataset) {
    const idle = window.requestIdleCallback ?? setTimeout;
    const parts = [...document.querySelectorAll('main > * ~ *, .site-footer')];
    const wakeAll = () => delete root.dataset.asleep;
    const wakePart = () => {
      const part = parts.shift();
      if (!part) return wakeAll();
      part.style.contentVisibility = 'visible';
      idle(wakePart);
    };
    onFirst(actions, () => idle(wakePart));
    addEventListener('click', ({ target }) => target.closest?.('a[href*="#"]') && wakeAll(), true);
  }

  // The browser's own player is drawn anew in every frame, also before it plays. A film gets it when it comes in sight, or can
  // be reached by the keyboard; its first picture as soon as somebody may come to see it.
  const films = [...document.querySelectorAll('video')];
  const showPicture = (film) => {
    if (!film.poster) film.poster = film.dataset.poster;
  };
  const giveControls = (film) => {
    showPicture(film);
    film.controls = true;
  };
  const sight = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) if (isIntersecting) giveControls(target);
  });
  for (const film of films) {
    film.controls = false;
    sight.observe(film);
  }
  onFirst(actions, () => films.forEach(showPicture));
  onFirst(['keydown'], () => films.forEach(giveControls));
})();
