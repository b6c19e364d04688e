import type { Locale } from '../../shared/locales.ts';
import { type Html, html } from '../html.ts';
import { trail } from '../page-frame.ts';
import type { Translate } from './messages.ts';
import { document } from './pages.ts';

/** One line to fill in. */
export interface FormField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  /** What browsers and password managers fill in (WCAG 1.3.5). */
  autocomplete: string;
  value?: string | undefined;
  hint?: string | false;
  /** What is wrong with it. */
  fault?: string | undefined;
  /** Shown, sent, and not to be changed. */
  fixed?: boolean;
}

export interface FormPageView {
  locale: Locale;
  t: Translate;
  title: string;
  lead?: string | undefined;
  /** What has just been done. */
  notice?: string | undefined;
  /** Where the form goes; to its own address when left out. */
  action?: string;
  hidden?: Readonly<Record<string, string>>;
  /** Fields in one array stand beside each other where there is room. */
  fields: readonly (FormField | readonly FormField[])[];
  /** What is wrong with the whole; `field` is where the person can mend it. */
  formFault?: { sentence: string; field: string } | undefined;
  /** A way out of what is wrong with single fields. */
  faultWay?: { label: string; address: string } | undefined;
  submit: string;
  cancelAddress?: string;
  /** What stands below the buttons, still inside the form. */
  below?: readonly Html[];
}

/** A page with one form. It needs no script; a field that is wrong gets the focus by `autofocus`. */
export function formPage(view: FormPageView): string {
  const { locale, t, title, lead, formFault, hidden = {} } = view;
  const fields = view.fields.flat();
  const wrong = fields.filter(({ fault }) => fault);
  const focused = formFault?.field ?? wrong[0]?.name;
  const markup = (field: FormField) => fieldMarkup(field, formFault?.field === field.name, field.name === focused);
  return document({
    locale,
    t,
    title: wrong.length > 0 || formFault ? t('errorInTitle', { title }) : title,
    body: html`<div><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}${trail}</div>
<form class="card" method="post"${view.action !== undefined && html` action="${view.action}"`} novalidate>
${view.notice && html`<p class="done" role="status">${view.notice}</p>`}
${(wrong.length > 0 || formFault) && summary(view, wrong)}
<div class="fields">
${view.fields.map((field) =>
  'name' in field ? markup(field) : html`<div class="fields names">${field.map(markup)}</div>`,
)}
</div>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions">
<button type="submit">${view.submit}</button>
${view.cancelAddress && html`<a class="cancel" href="${view.cancelAddress}">${t('cancel')}</a>`}
</div>
${view.below}
</form>`,
  });
}

function fieldMarkup(field: FormField, byForm: boolean, focused: boolean): Html {
  const { name, label, type = 'text', autocomplete, value, hint, fault, fixed } = field;
  const described = [byForm && 'summary-text', fault && `${name}-fault`, hint && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
<input id="${name}" name="${name}" type="${type}" required autocomplete="${autocomplete}"${
    type === 'email' && html` autocapitalize="none" spellcheck="false"`
  }${type !== 'password' && html` value="${value}"`}${fixed && html` readonly`}${
    (fault || byForm) && html` aria-invalid="true"`
  }${described && html` aria-describedby="${described}"`}${focused && html` autofocus`}></div>`;
}

function summary({ t, formFault, faultWay }: FormPageView, wrong: readonly FormField[]): Html {
  if (formFault) return html`<div class="summary" role="alert"><p id="summary-text">${formFault.sentence}</p></div>`;
  return html`<div class="summary" role="alert"><h2>${t('errorsTitle')}</h2>
<ul>${wrong.map(({ name, fault }) => html`<li><a href="#${name}">${fault}</a></li>`)}</ul>
${faultWay && html`<p><a href="${faultWay.address}">${faultWay.label}</a></p>`}</div>`;
}
