import { use } from 'react';
import type { MessageArguments, MessageId } from '../../content/generated/message-arguments.ts';
import type { Locale } from '../../shared/locales.ts';
import { MessagesContext } from './messages-context.ts';
import type { MessageValues } from './render-message.ts';

/** The text of a message: its id, then its arguments if it has any. */
export type Translate = <Id extends MessageId>(
  id: Id,
  ...values: keyof MessageArguments[Id] extends never ? [] : [MessageArguments[Id]]
) => string;

/** The site's texts in the page's language. Throws outside the site. */
export function useMessages(): {
  t: Translate;
  /** The text of a message whose id is data; nothing checks its values. */
  text: (id: string, values?: MessageValues) => string;
  /** Whether there is a message with this id among those of the page. */
  has: (id: string) => boolean;
  locale: Locale;
} {
  const catalogue = use(MessagesContext);
  if (!catalogue) throw new Error('useMessages must be used within the site.');
  const { text, has, locale } = catalogue;
  return { t: (id, ...[values]) => text(id, values), text, has, locale };
}
