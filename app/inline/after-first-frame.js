// Runs at the end of every page, for what its first frame can do without (docs/decisions/0015-first-paint.md).
(() => {
  const root = document.documentElement;
  const firstFrame = new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint'))
      return requestAnimationFrame(() => setTimeout(resolve));
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });

  // On a first view the page stands in fonts of this machine until its first frame is out; then its own come, both at once.
  const fonts = firstFrame.then(() => {
    if (!root.dataset.fonts) return;
    const show = () => delete root.dataset.fonts;
    return Promise.all(['Fraunces', 'Instrument Sans'].map((name) => document.fonts.load(`1em "${name}"`))).then(
      show,
      show,
    );
  });

  // Then what sleeps below the fold wakes: part by part, each laid out in a task of its own, so that nobody waits for it; but all
  // at once when a link leads to a place in the page, which must be where it will stay.
  if ('asleep' in root.dataset) {
    const parts = [...document.querySelectorAll('main > * ~ *, .site-footer')];
    const wakeAll = () => delete root.dataset.asleep;
    const wakePart = () => {
      const part = parts.shift();
      if (!part) return wakeAll();
      part.style.contentVisibility = 'visible';
      part.getBoundingClientRect();
      setTimeout(wakePart);
    };
    fonts.then(wakePart);
    addEventListener('click', ({ target }) => target.closest?.('a[href*="#"]') && wakeAll(), true);
  }

  // The browser's own player is drawn anew in every frame, also before it plays. A film gets it when it comes in sight, or can
  // be reached by the keyboard; its first picture once the page stands.
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
  fonts.then(() => films.forEach(showPicture));
  addEventListener('keydown', () => films.forEach(giveControls), { capture: true, once: true });
})();
