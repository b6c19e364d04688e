import { notFoundCountdownSeconds } from '../../../shared/business/not-found.ts';
import { giveSignal, readSignal } from '../../site/root-signals.ts';

/** Announced again near the end: announcing every second would drown out everything else. */
const lastWordAtSeconds = 3;

/** Set once a page's countdown runs: its own inline script and React both request it. */
const runningMark = 'data-running';

/**
 * Goes home after the countdown of the not-found page, unless it is cancelled (specification 2 and 4). Without React:
 * the page loads no script before an action. All words are in the page: `data-texts` has one for each second.
 */
export function countDown(): void {
  const place = document.querySelector<HTMLElement>('.not-found');
  if (!place || place.hasAttribute(runningMark)) return;
  place.setAttribute(runningMark, '');
  const find = <Part extends HTMLElement>(part: string) => place.querySelector<Part>(`[data-part='${part}']`)!;
  const [seen, spoken, home] = [find('seen'), find('spoken'), find<HTMLAnchorElement>('home')];
  const texts = JSON.parse(seen.dataset.texts!) as string[];

  const cancel = find<HTMLButtonElement>('cancel');
  const tellCancelled = () => {
    seen.textContent = '';
    spoken.textContent = spoken.dataset.cancelled!;
    spoken.classList.remove('sr-only');
    cancel.hidden = true;
  };
  // A visitor who typed the address has nothing to go back to.
  find<HTMLButtonElement>('back').addEventListener('click', () =>
    history.length > 1 ? history.back() : location.assign(home.href),
  );
  // Cancelled on this page before React drew it anew (app/site/carry-over.ts).
  if (readSignal('stays') === location.pathname) {
    tellCancelled();
    return;
  }

  let seconds = notFoundCountdownSeconds;
  const tell = () => {
    seen.textContent = texts[seconds]!;
    if (seconds === notFoundCountdownSeconds || seconds === lastWordAtSeconds) spoken.textContent = texts[seconds]!;
  };
  const timer = setInterval(() => {
    // The visitor has moved on within the site.
    if (!place.isConnected) return clearInterval(timer);
    seconds--;
    tell();
    if (seconds > 0) return;
    clearInterval(timer);
    location.replace(home.href);
  }, 1000);
  tell();

  // No `onclick`: React claims that property.
  cancel.addEventListener('click', () => {
    clearInterval(timer);
    giveSignal('stays', location.pathname);
    tellCancelled();
    // The button disappears; the focus must not disappear with it.
    home.focus();
  });
}
