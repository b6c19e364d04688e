import { formattingLocales, type Locale } from '../../shared/locales.ts';
import { type Html, html } from '../html.ts';
import { pageFrame, trail } from '../page-frame.ts';
import type { MessageId, Translate } from './messages.ts';
import type { Stored } from './objects.ts';

type Session = Stored<'checkout.session'>;

export const fields = ['number', 'expiry', 'code', 'name'] as const;
export type Field = (typeof fields)[number];

export interface Language {
  locale: Locale;
  t: Translate;
}

interface CardPageView extends Language {
  session: Session;
  values: Readonly<Partial<Record<Field, string>>>;
  faults: Readonly<Partial<Record<Field, MessageId>>>;
  /** What became of the attempt before. */
  refusal?: MessageId | undefined;
}

/** What browsers fill in (WCAG 1.3.5), and the keyboard for it. */
const autocomplete: Record<Field, string> = { number: 'cc-number', expiry: 'cc-exp', code: 'cc-csc', name: 'cc-name' };
const hints: Partial<Record<Field, MessageId>> = { number: 'numberHint', expiry: 'expiryHint' };

const cardsToTry: readonly (readonly [string, MessageId])[] = [
  ['4242 4242 4242 4242', 'works'],
  ['4000 0025 0000 3155', 'confirmOnce'],
  ['4000 0027 6000 3184', 'confirmAlways'],
  ['4000 0000 0000 0341', 'declinedLater'],
  ['4000 0000 0000 9995', 'hasNoFunds'],
  ['4000 0000 0000 0002', 'isDeclined'],
  ['4000 0000 0000 9987', 'isLost'],
  ['4000 0000 0000 0259', 'isDisputed'],
];

/** The page to enter a card: to pay with, or to keep. It needs no script; a field that is wrong gets the focus. */
export function cardPage({ locale, t, session, values, faults, refusal }: CardPageView): string {
  const isPayment = session.mode === 'payment';
  const amount = amountOf(session, locale);
  const title = isPayment ? t('payTitle', { amount }) : t('cardTitle');
  const wrong = fields.filter((field) => faults[field]);
  const focused = wrong[0];
  const field = (name: Field): Html => {
    const fault = faults[name];
    const hint = hints[name];
    const described = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
    return html`<div class="field"><label for="${name}">${t(name)}</label>
${hint && html`<p class="hint" id="${name}-hint">${t(hint)}</p>`}
${fault && html`<p class="fault" id="${name}-fault">${t(fault)}</p>`}
<input id="${name}" name="${name}" required autocomplete="${autocomplete[name]}" value="${values[name]}"${
      name !== 'name' && html` inputmode="numeric"`
    }${fault && html` aria-invalid="true"`}${described && html` aria-describedby="${described}"`}${
      name === focused && html` autofocus`
    }></div>`;
  };
  const isWrong = wrong.length > 0 || refusal !== undefined;
  return framed(
    { locale, t },
    isWrong ? t('errorInTitle', { title }) : title,
    html`<div><h1>${title}</h1>
<p class="lead">${isPayment ? t('payFor', { product: session.own.product }) : t('cardFor')}</p>${trail}</div>
<form class="card" method="post" action="/pay/${session.id}" novalidate>
${refusal && html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${t(refusal)}</p></div>`}
${
  wrong.length > 0 &&
  html`<div class="summary" role="alert"><h2>${t('errorsTitle')}</h2>
<ul>${wrong.map((name) => html`<li><a href="#${name}">${t(faults[name]!)}</a></li>`)}</ul></div>`
}
<div class="fields">${field('number')}<div class="fields names">${field('expiry')}${field('code')}</div>${field('name')}</div>
<div class="actions">
<button type="submit">${isPayment ? t('pay', { amount }) : t('keep')}</button>
<a class="cancel" href="${session.cancel_url}">${t(isPayment ? 'back' : 'backCard')}</a>
</div>
<div class="switch"><h2>${t('cardsTitle')}</h2>
<ul class="keys">${cardsToTry.map(([number, meaning]) => html`<li>${number}: ${t(meaning)}</li>`)}</ul></div>
</form>`,
  );
}

/** What the holder's bank asks (3-D Secure). */
export function confirmPage({ locale, t }: Language, session: Session, last4: string): string {
  const asked =
    session.mode === 'payment'
      ? t('confirmPay', { amount: amountOf(session, locale), last4 })
      : t('confirmCard', { last4 });
  return framed(
    { locale, t },
    t('confirmTitle'),
    html`<div><h1>${t('confirmTitle')}</h1>${trail}</div>
<form class="card" method="post" action="/pay/${session.id}/confirm">
<p>${asked}</p>
<div class="actions">
<button name="decision" value="approve">${t('approve')}</button>
<button class="plain" name="decision" value="refuse">${t('refuse')}</button>
</div>
</form>`,
  );
}

/** A page that only says something and leads on. */
export function sayingPage({ locale, t }: Language, title: MessageId, text: MessageId, address: string): string {
  return framed(
    { locale, t },
    t(title),
    html`<div><h1>${t(title)}</h1><p class="lead">${t(text)}</p>
<div class="lead actions"><a class="button" href="${address}">${t('toSite')}</a></div></div>`,
  );
}

function framed({ locale, t }: Language, title: string, body: Html): string {
  return pageFrame({ locale, notice: { title: t('noticeTitle'), text: t('notice') }, title, body });
}

function amountOf({ amount_total, currency }: Session, locale: Locale): string {
  const format = new Intl.NumberFormat(formattingLocales[locale], { style: 'currency', currency: currency ?? 'chf' });
  return format.format((amount_total ?? 0) / 100);
}
