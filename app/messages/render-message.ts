/**
 * Renders messages that the build compiled from ICU MessageFormat with Lingui's compiler. Lingui's own runtime does the
 * same and more at several times the weight (docs/decisions/0004-own-message-renderer.md).
 */

/** Branches of a choice, by plural category, exact number or name. */
type Cases = Record<string, CompiledMessage>;
type Token = string | [name: string, kind?: 'plural' | 'select', cases?: Cases];

/** A message as the build writes it: texts and arguments in turn. */
export type CompiledMessage = Token[];

/** Compiled messages by id. */
export type Messages = Record<string, CompiledMessage>;

export type MessageValues = Record<string, string | number>;

/** The text of `message` with its arguments filled in; `number` is what `#` stands for in the surrounding plural. */
export function renderMessage(message: CompiledMessage, values: MessageValues, locale: string, number = '#'): string {
  return message
    .map((token) => {
      if (token === '#') return number;
      if (typeof token === 'string') return token;
      const [name, kind, cases] = token;
      const value = values[name] ?? '';
      if (!cases) return String(value);
      const isPlural = kind === 'plural';
      const category = isPlural ? new Intl.PluralRules(locale).select(Number(value)) : '';
      const chosen = cases[value] ?? cases[category] ?? cases.other ?? [];
      const written = isPlural ? new Intl.NumberFormat(locale).format(Number(value)) : number;
      return renderMessage(chosen, values, locale, written);
    })
    .join('');
}
