import { byHandPath } from './addresses.ts';
import type { ByHandView } from './by-hand-view.ts';
import { type Html, html } from './html.ts';

/** A form of this page; what it does is said by its buttons. */
export function handForm(
  { locale, transaction }: Pick<ByHandView, 'locale' | 'transaction'>,
  content: readonly Html[],
  hidden: Record<string, string> = {},
): Html {
  return html`<form class="hand" method="post" action="${`${byHandPath}?ui_locales=${locale}`}">
<input type="hidden" name="transaction" value="${transaction}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content}
</form>`;
}

export function actButton(act: string, label: string, describedBy?: string): Html {
  return html`<button class="plain" name="act" value="${act}"${
    describedBy && html` aria-describedby="${describedBy}"`
  }>${label}</button>`;
}

export function handField(field: {
  id: string;
  name: string;
  label: string;
  type?: 'text' | 'email' | 'number';
  hint?: string;
  value?: string | number | undefined;
  required?: boolean;
}): Html {
  const { id, name, label, type = 'text', hint, value, required } = field;
  return html`<div class="field"><label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${`${id}-hint`}">${hint}</p>`}
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="off"${required && html` required`}${
    hint && html` aria-describedby="${`${id}-hint`}"`
  }></div>`;
}

export function handSelect(select: {
  id: string;
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  selected?: string;
}): Html {
  const { id, name, label, options, selected } = select;
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === selected && html` selected`}>${text}</option>`,
  )}</select></div>`;
}
