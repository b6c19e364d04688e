import { type Boot, bootElementId } from '../boot.ts';
import { failScripts, hasSignal, onceInteractive, onceScriptsFailed, readSignal } from '../root-signals.ts';
import { hasEarlySign, hasStoredSign } from './early-session.ts';
import { placeKey } from './language.ts';

/** What a visitor does first on a page starts its scripts. */
const actions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'input'];

/** Who waits longer for the login provider's answer gets the page's scripts. */
const longestSessionWaitMs = 1000;

/** What stands on a control that waits for its script; app/styles/feedback.css shows it at once. */
const waitingMark = 'data-awaits-script';

/**
 * Starts the page's scripts at the visitor's first action, or at once where the page has been asked to do something. Nothing is
 * lost meanwhile: a press on a control that needs a script is seen at once, kept, and repeated once the page is interactive.
 */
export function startPage(): void {
  keepPlace();
  const start = onceOnly(runScripts);
  keepPresses(start);
  if (hasSignal('session')) startAfterProvider(start);
  else if (hasSignal('start')) requestAnimationFrame(() => setTimeout(start));
  else startAtFirstAction(start);
}

function onceOnly(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

function runScripts(): void {
  const { scripts } = JSON.parse(document.getElementById(bootElementId)!.textContent!) as Boot;
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  for (const script of scripts) import(script).catch(failScripts);
}

function startAtFirstAction(start: () => void): void {
  // A browser also fires pointermove for a resting pointer when content appears under it: nobody has done anything yet.
  let restsAt: string | undefined;
  const act = (event: Event) => {
    const { clientX, clientY } = event as MouseEvent;
    const place = `${clientX} ${clientY}`;
    restsAt ??= place;
    if (event.type === 'pointermove' && place === restsAt) return;
    for (const action of actions) removeEventListener(action, act, true);
    start();
  };
  for (const action of actions) addEventListener(action, act, { capture: true, passive: true });
  // Somebody may have signed in elsewhere while this page was out of sight, or kept by the browser.
  const lookForSession = () => !document.hidden && (hasEarlySign() || hasStoredSign()) && start();
  document.addEventListener('visibilitychange', lookForSession);
  addEventListener('pageshow', lookForSession);
}

/**
 * The login provider is asked first, and answers while the page's own scripts run, which keep the browser busy. They are
 * not kept waiting by it: what does not arrive is asked for again.
 */
function startAfterProvider(start: () => void): void {
  setTimeout(start, longestSessionWaitMs);
  const [entry] = document.querySelector<HTMLElement>('head script[data-session]')!.dataset.session!.split(' ');
  import(entry!).then(({ begun }: { begun: Promise<void> }) => begun).then(start, start);
}

function keepPresses(start: () => void): void {
  const kept = new Set<HTMLElement>();
  const keep = (event: Event) => {
    const control = (event.target as Element).closest?.<HTMLElement>('button');
    // Controls that the browser or an inline script serves need no other.
    if (!control || control.matches('[popovertarget], [commandfor], [data-served]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A page whose scripts did not arrive gets a new chance with the next press.
    if (hasSignal('failed')) return location.reload();
    kept.add(control);
    control.setAttribute(waitingMark, '');
    start();
  };
  addEventListener('click', keep, true);
  onceScriptsFailed(() => unmark(kept));
  // Back and Forward among pages that were moved between without a reload are for the page's scripts, once they are here.
  const { pathname } = location;
  const follow = () => {
    if (location.pathname === pathname) return;
    try {
      sessionStorage.setItem(placeKey, history.state?.place ?? 0);
    } catch {
      // Storage is blocked: the page begins at its top.
    }
    location.reload();
  };
  addEventListener('popstate', follow);
  onceInteractive(() => {
    removeEventListener('click', keep, true);
    removeEventListener('popstate', follow);
    unmark(kept);
    for (const control of kept) if (control.isConnected) control.click();
  });
}

function unmark(controls: Iterable<Element>): void {
  for (const control of controls) control.removeAttribute(waitingMark);
}

/**
 * Each entry of the history notes the place its page was scrolled to, for when the browser cannot: a page that was asked for
 * once more in its language (language.ts), and a reload by Back or Forward.
 */
function keepPlace(): void {
  const place = readSignal('place');
  if (place) {
    history.scrollRestoration = 'manual';
    scrollTo({ top: Number(place), behavior: 'instant' });
    // The browser tries to restore what it remembers until the page is loaded.
    addEventListener('load', () =>
      setTimeout(() => {
        history.scrollRestoration = 'auto';
      }),
    );
  }
  let settling: ReturnType<typeof setTimeout>;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(settling);
      settling = setTimeout(() => history.replaceState({ ...history.state, place: scrollY }, ''), 100);
    },
    { passive: true },
  );
  // What has been left is not this entry's.
  addEventListener('popstate', () => clearTimeout(settling));
}
