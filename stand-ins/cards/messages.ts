import type { Locale } from '../../shared/locales.ts';
import { fillIn } from '../languages.ts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import it from './messages/it.json' with { type: 'json' };
import sv from './messages/sv.json' with { type: 'json' };

export type MessageId = keyof typeof en;

/** English is the type of the others: a missing sentence is an error of the compiler. */
export const catalogues: Record<Locale, typeof en> = { en, de, sv, it, fr };

/** Gives the sentence `id` in one language, with `{name}` replaced by the value of that name. */
export type Translate = (id: MessageId, values?: Readonly<Record<string, string | number>>) => string;

export function translator(locale: Locale): Translate {
  return (id, values) => fillIn(catalogues[locale][id], values);
}
