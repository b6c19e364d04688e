import { support } from '../../../../shared/business/support.ts';
import { supportClockMinutes, supportStateAt } from '../../../../shared/business/support-hours.ts';
import { formatTime } from '../../../../shared/dates.ts';
import { formattingLocales, type Locale } from '../../../../shared/locales.ts';

/** What the card of support hours can say, in the page's language; a script chooses. */
export interface SupportTexts {
  open: string;
  opensToday: string;
  /** By ISO weekday; Monday is the first. */
  opensOn: readonly string[];
  /** With `{opens}` and `{closes}` where the visitor's own times go. */
  here: string;
}

/** Set once the card is kept up to date: the page's own inline script and React both request it. */
const runningMark = 'data-running';

/** The time of day at `instant`: on the company's clock, or on the visitor's when no zone is given. */
function timeOfDay(locale: Locale, instant: Date, timeZone?: string): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(timeZone && { timeZone }) } as const;
  return formatTime(locale, new Intl.DateTimeFormat(formattingLocales[locale], clock).format(instant));
}

/**
 * Says whether support answers now, by the clock in Zurich, and its hours on the visitor's clock where that shows others.
 * Without React: the page loads no script before an action. All words are in the page, in `data-texts`.
 */
export function tellSupportHours(): void {
  const card = document.querySelector<HTMLElement>('.support-hours');
  if (!card || card.hasAttribute(runningMark)) return;
  card.setAttribute(runningMark, '');
  const find = (part: string) => card.querySelector(`[data-part='${part}']`)!;
  const [status, here, dot] = [find('status'), find('here'), find('now')];
  const texts = JSON.parse(card.dataset.texts!) as SupportTexts;
  const locale = document.documentElement.lang as Locale;

  const tell = () => {
    const now = new Date();
    const { open, today, opensAt, closesAt } = supportStateAt(now);
    // Hours begin and end on the same day, in Zurich as in UTC.
    const opensOn = texts.opensOn[(opensAt.getUTCDay() || 7) - 1]!;
    status.textContent = open ? texts.open : today ? texts.opensToday : opensOn;
    status.toggleAttribute('data-open', open);
    // On a closed day it would stand among hours that are another day's.
    if (today) dot.setAttribute('cx', `${Math.round((supportClockMinutes(now) / 1440) * 1000) / 10}%`);
    else dot.removeAttribute('cx');
    const opens = timeOfDay(locale, opensAt);
    const isElsewhere = opens !== timeOfDay(locale, opensAt, support.timeZone);
    const hoursHere = texts.here.replace('{opens}', opens).replace('{closes}', timeOfDay(locale, closesAt));
    here.textContent = isElsewhere ? hoursHere : '';
  };
  // The first use of Intl takes a phone more than a tenth of a second: not before somebody sees what is said.
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    tell();
    const timer = setInterval(() => (card.isConnected ? tell() : clearInterval(timer)), 15_000);
  });
  observer.observe(status);
}
