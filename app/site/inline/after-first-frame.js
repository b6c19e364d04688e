// Runs at the end of every page, for what its first frame can do without (docs/decisions/0015-first-paint.md).
(() => {
  const root = document.documentElement;
  // The first layout in a task of its own, neither with the end of the page (load-later.js) nor with the first frame.
  // Not while the page waits to be seen (choose-language.js).
  if (!('waiting' in root.dataset))
    self.scheduler?.postTask?.(() => document.body.offsetHeight, { priority: 'user-blocking' });
  const firstFrame = new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint'))
      return requestAnimationFrame(() => setTimeout(resolve));
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });

  // On a first view the page stands in fonts of this machine until its first frame is out; then its own come.
  const fonts = firstFrame.then(() => {
    if (!root.dataset.fonts) return;
    return Promise.allSettled(['Fraunces', 'Instrument Sans'].map((name) => document.fonts.load(`1em "${name}"`)));
  });

  // Then what sleeps below the fold wakes, and what is shown gets its own fonts: from the top, block by block, in short tasks
  // between which the browser can answer. All at once when a link leads to a place in the page, which must be where it will stay.
  const finish = () => {
    delete root.dataset.fonts;
    delete root.dataset.asleep;
  };
  const sleeps = (element) => getComputedStyle(element).contentVisibility === 'auto';
  const splitIntoBlocks = (element) =>
    element.querySelectorAll('*').length > 80 && !sleeps(element)
      ? [...element.children].flatMap(splitIntoBlocks)
      : [element];
  const showBlock = (block) => {
    block.dataset.shown = '';
    block.getBoundingClientRect();
  };
  const showFrom = (blocks) => {
    if (!root.dataset.fonts && !('asleep' in root.dataset)) return;
    const end = performance.now() + 4;
    while (blocks.length > 0 && performance.now() < end) showBlock(blocks.shift());
    if (blocks.length > 0) setTimeout(showFrom, 20, blocks);
    else finish();
  };
  if (root.dataset.fonts || 'asleep' in root.dataset) {
    fonts.then(() => showFrom(splitIntoBlocks(document.querySelector('.page-frame'))));
    addEventListener('click', ({ target }) => target.closest?.('a[href*="#"]') && finish(), true);
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
