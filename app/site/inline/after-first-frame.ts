import { endSignal, hasSignal } from '../root-signals.ts';

/** Does what the first frame of a page can do without (docs/decisions/0015-first-paint.md). */
export function finishFirstView(): void {
  void firstFrame().then(loadFonts).then(wakeBySections);
  // A link leads to a place in the page, which must be where it will stay.
  addEventListener('click', ({ target }) => (target as Element).closest?.('a[href*="#"]') && wake(), true);
  tendFilms();
}

function firstFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) requestAnimationFrame(() => setTimeout(resolve));
    else
      new PerformanceObserver((paints, observer) => {
        if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
        observer.disconnect();
        resolve();
      }).observe({ type: 'paint', buffered: true });
  });
}

/** On a first view the page stands in fonts of this machine until its first frame is out; then its own come, as one. */
async function loadFonts(): Promise<void> {
  if (!hasSignal('fonts')) return;
  const spoken = document.querySelector('.hero-spoken') ? ['1em "JetBrains Mono"'] : [];
  const fonts = ['1em "Fraunces"', '1em "Instrument Sans"', ...spoken];
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
}

/**
 * Shows the page in its own fonts and lays out what stands below the fold, a section in a task, so that a slow phone can
 * answer in between: all at once is 70 ms of a fast processor.
 */
async function wakeBySections(): Promise<void> {
  endSignal('fonts');
  for (const section of sleepersIn(document.body)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (!hasSignal('asleep')) return;
    section.style.contentVisibility = 'visible';
    section.getBoundingClientRect();
  }
  wake();
}

/** Looks for no sleeper inside a sleeper, which would wake it. */
function sleepersIn(element: Element): HTMLElement[] {
  return [...element.children].flatMap((child) =>
    getComputedStyle(child).contentVisibility === 'auto' ? [child as HTMLElement] : sleepersIn(child),
  );
}

function wake(): void {
  endSignal('fonts');
  endSignal('asleep');
}

/**
 * The browser's own player is drawn anew in every frame, also before it plays. A film gets it when it comes in sight, or can
 * be reached by the keyboard.
 */
function tendFilms(): void {
  const films = [...document.querySelectorAll('video')];
  const giveControls = (film: HTMLVideoElement) => {
    film.controls = true;
  };
  const sight = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) if (isIntersecting) giveControls(target as HTMLVideoElement);
  });
  for (const film of films) {
    film.controls = false;
    sight.observe(film);
  }
  addEventListener('keydown', () => films.forEach(giveControls), { capture: true, once: true });
}
