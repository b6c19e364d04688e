import { type Boot, bootElementId } from '../boot.ts';
import { rewriteEntry } from '../history-entry.ts';
import { failScripts, hasSignal, onceInteractive, onScriptsFailed, readSignal } from '../root-signals.ts';
import { hasEarlySign, hasStoredSign } from './early-session.ts';
import { placeKey } from './language.ts';

/** What a visitor does first on a page starts its scripts. */
const actions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'input'];

/** After this long without an answer from the login provider, the page's scripts start. */
const longestSessionWaitMs = 1000;

/** Marks a control that waits for its script; app/styles/feedback.css shows it at once. */
const waitingMark = 'data-awaits-script';

/**
 * Starts the page's scripts at the visitor's first action, or at once where the page was asked to do something. Nothing
 * is lost meanwhile: a press on a control that needs a script is marked at once, stored, and repeated once the page is
 * interactive.
 */
export function startPage(): void {
  keepPlace();
  bringBackFields();
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

const readBoot = () => JSON.parse(document.getElementById(bootElementId)!.textContent!) as Boot;

function runScripts(): void {
  const { scripts } = readBoot();
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  for (const script of scripts) import(script).catch(() => failScripts('load'));
}

function startAtFirstAction(start: () => void): void {
  // Browsers also fire pointermove for a resting pointer when content appears under it; that is not an action.
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
  // Somebody may have signed in elsewhere while this page was hidden or in the back-forward cache.
  const lookForSession = () => !document.hidden && (hasEarlySign() || hasStoredSign()) && start();
  document.addEventListener('visibilitychange', lookForSession);
  addEventListener('pageshow', lookForSession);
}

/**
 * The login provider is asked first, and answers while the page's own scripts keep the browser busy. They do not wait
 * for it: whatever does not arrive is requested again.
 */
function startAfterProvider(start: () => void): void {
  setTimeout(start, longestSessionWaitMs);
  const [entry] = document.querySelector<HTMLElement>('head script[data-session]')!.dataset.session!.split(' ');
  import(entry!).then(({ begun }: { begun: Promise<void> }) => begun).then(start, start);
}

function keepPresses(start: () => void): void {
  const keep = (event: Event) => {
    const target = event.target as Element;
    // Until React is here, which requests this page again, the browser follows: to the same place of the same page.
    const language = target.closest?.<HTMLAnchorElement>('a[href^="?lang="]');
    if (language && !hasSignal('interactive')) {
      const url = new URL(location.href);
      url.searchParams.set('lang', language.hreflang);
      language.href = url.href;
    }
    const control = target.closest?.<HTMLElement>('button');
    // Controls that the browser or an inline script handles need no other script.
    if (!control || control.matches('[popovertarget], [commandfor], [data-served]')) return;
    // All others are React's, once it has taken over, but for what stands without its code.
    if (hasSignal('interactive') && !control.closest('[data-standing]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (hasSignal('failed')) return tellFailure();
    control.setAttribute(waitingMark, '');
    start();
  };
  addEventListener('click', keep, true);
  // What fails at its work, or when something was pressed, is told at once.
  onScriptsFailed(() => (takePresses().length > 0 || readSignal('failed') === 'fault') && tellFailure());
  // Back and Forward among pages visited without a reload belong to the page's scripts, once they have loaded.
  const { pathname } = location;
  const follow = () => {
    if (location.pathname === pathname) return;
    try {
      sessionStorage.setItem(placeKey, history.state?.place ?? 0);
    } catch {
      // Storage is blocked: the page starts at its top.
    }
    location.reload();
  };
  addEventListener('popstate', follow);
  onceInteractive(() => {
    removeEventListener('popstate', follow);
    for (const control of takePresses()) if (control.isConnected) control.click();
  });
}

/** The controls that were pressed, which wait no more: those of the page as it is now (carry-over.ts). */
function takePresses(): HTMLElement[] {
  const controls = [...document.querySelectorAll<HTMLElement>(`[${waitingMark}]`)];
  for (const control of controls) control.removeAttribute(waitingMark);
  return controls;
}

/** Says what failed, in sight of whatever was pressed, and offers to reload the page. */
function tellFailure(): void {
  const place = document.querySelector('.window-end')!;
  if (place.querySelector('[role=alert]')) return;
  const { messages } = readBoot();
  const make = (tag: string, className: string, message: string) =>
    Object.assign(document.createElement(tag), { className, textContent: messages[message]!.join('') });
  const isFault = readSignal('failed') === 'fault';
  const notice = Object.assign(document.createElement('div'), { className: 'notice notice-error', role: 'alert' });
  const reload = make('button', 'button button-small', 'page.load-failed.reload');
  reload.dataset.served = '';
  reload.onclick = reloadWithFields;
  notice.append(
    make('p', 'notice-title', isFault ? 'page.fault.title' : 'page.part-failed.title'),
    ...(isFault ? [make('p', '', 'page.fault.text')] : []),
    reload,
  );
  place.append(notice);
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Reloads the page with what was typed and ticked, which Chromium forgets; the entry of the history carries it. */
function reloadWithFields(): void {
  const fields = [...document.querySelectorAll<Field>('main :is(input, select, textarea)[id]')];
  const typed = fields.map((field) => [field.id, isTicked(field) ? field.checked : field.value]);
  // In its language at once: a page that is requested again in another has an entry without it (language.ts).
  const url = new URL(location.href);
  url.searchParams.set('lang', document.documentElement.lang);
  rewriteEntry({ ...history.state, typed }, url);
  location.reload();
}

const isTicked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** Once: from then on the fields are the visitor's. */
function bringBackFields(): void {
  const { typed, ...state } = (history.state ?? {}) as { typed?: [string, never][] };
  if (!typed) return;
  rewriteEntry(state);
  for (const [id, value] of typed) {
    const field = document.getElementById(id) as Field | null;
    if (field) Object.assign(field, isTicked(field) ? { checked: value } : { value });
  }
}

/**
 * Each history entry records the scroll position of its page, for when the browser cannot: a page that was requested
 * again in its language (language.ts), and a reload by Back or Forward.
 */
function keepPlace(): void {
  const place = readSignal('place');
  if (place) {
    history.scrollRestoration = 'manual';
    scrollTo({ top: Number(place), behavior: 'instant' });
    // The browser tries to restore the position it remembers until the page has loaded.
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
      settling = setTimeout(() => rewriteEntry({ ...history.state, place: scrollY }), 100);
    },
    { passive: true },
  );
  // The position of the page that was left does not belong to this entry.
  addEventListener('popstate', () => clearTimeout(settling));
}
