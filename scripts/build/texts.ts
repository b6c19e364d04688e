import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type CompiledMessage, renderMessage } from '../../app/messages/render-message.ts';
import type { PageRoute } from '../../app/site/page-route.ts';
import type { Locale } from '../../shared/locales.ts';
import { messageFileNames, readMessages, shapeOf } from './catalogues.ts';

/** The text of a message, without the tags around links. Throws on an unknown message and on a missing value. */
export type BuildTexts = (id: string, values?: Record<string, string | number>) => string;

/** Every text of the site in one language, unmodified, for what the build writes outside page bodies. */
export function textsOf(locale: Locale): BuildTexts {
  const files = messageFileNames();
  const sources: Record<string, string> = Object.assign({}, ...files.map((file) => readMessages(locale, file)));
  return (id, values = {}) => {
    const source = sources[id];
    if (!source) throw new Error(`There is no message ${id}.`);
    for (const name of shapeOf(source).values.keys())
      if (!(name in values)) throw new Error(`The message ${id} needs a value for {${name}}.`);
    return renderMessage(compileMessage(source) as CompiledMessage, values, locale).replace(/<[^>]+>/g, '');
  };
}

/** The message that describes a page to search engines: that of its title except for the last word. */
export function descriptionOf({ title }: PageRoute): string {
  return title.replace(/title$/, 'description');
}
