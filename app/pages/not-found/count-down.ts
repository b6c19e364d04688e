import { notFoundCountdownSeconds } from '../../../shared/business/not-found.ts';
import { giveSignal, readSignal } from '../../site/root-signals.ts';

/** Announced again near the end: announcing every second would drown out everything else. */
const lastWordAtSeconds = 3;

/** Set once a page's countdown runs: its own inline script and React both request it. */
const runningMark = 'data-running';

const find = <Part extends HTMLElement>(part: string) =>
  document.querySelector<Part>(`.not-found [data-part='${part}']`)!;

/** Cancelled on this page, maybe before React drew it anew (app/site/carry-over.ts). */
const isCancelled = () => readSignal('stays') === location.pathname;

/**
 * Goes home after the countdown of the not-found page, unless it is cancelled (specification 2 and 4). Without React:
 * the page loads no script before an action. All words are in the page: `data-texts` has one for each second.
 */
export function countDown(): void {
  const place = document.querySelector<HTMLElement>('.not-found');
  if (!place || place.hasAttribute(runningMark)) return;
  place.setAttribute(runningMark, '');
  listenForPresses();
  if (isCancelled()) {
    tellCancelled();
    return;
  }

  const [seen, spoken] = [find('seen'), find('spoken')];
  const texts = JSON.parse(seen.dataset.texts!) as string[];
  let seconds = notFoundCountdownSeconds;
  const tell = () => {
    seen.textContent = texts[seconds]!;
    if (seconds === notFoundCountdownSeconds || seconds === lastWordAtSeconds) spoken.textContent = texts[seconds]!;
  };
  const timer = setInterval(() => {
    // The visitor stays, or has moved on within the site.
    if (isCancelled() || !place.isConnected) return clearInterval(timer);
    seconds--;
    tell();
    if (seconds > 0) return;
    clearInterval(timer);
    location.replace(find<HTMLAnchorElement>('home').href);
  }, 1000);
  tell();
}

function tellCancelled(): void {
  const spoken = find('spoken');
  find('seen').textContent = '';
  spoken.textContent = spoken.dataset.cancelled!;
  spoken.classList.remove('sr-only');
  find('cancel').hidden = true;
}

const acts: Record<string, () => void> = {
  cancel() {
    giveSignal('stays', location.pathname);
    tellCancelled();
    // The button disappears; the focus must not disappear with it.
    find('home').focus();
  },
  // A visitor who typed the address has nothing to go back to.
  back: () => (history.length > 1 ? history.back() : location.assign(find<HTMLAnchorElement>('home').href)),
};

/** Once for each press: of a page that was drawn anew, its inline script and React's code both hear it. */
function act(part: string | undefined, press: Event): void {
  if (!part || press.defaultPrevented) return;
  press.preventDefault();
  acts[part]?.();
}

let isListening = false;

/**
 * Hears presses wherever the buttons are: React draws a translated page anew just when somebody presses the first button, and the
 * new one would hear nothing for a moment.
 */
function listenForPresses(): void {
  if (isListening) return;
  isListening = true;
  let pressed: HTMLElement | null;
  const buttonAt = ({ target }: Event) => (target as Element).closest?.<HTMLElement>('.not-found button') ?? null;
  addEventListener('pointerdown', (event) => {
    pressed = buttonAt(event);
  });
  // Of a button that was replaced while it was held down, no click comes.
  addEventListener('pointerup', (event) => {
    const part = buttonAt(event)?.dataset.part;
    if (part && pressed && !pressed.isConnected && pressed.dataset.part === part) act(part, event);
  });
  addEventListener('click', (event) => act(buttonAt(event)?.dataset.part, event));
}
