import { joinArticles } from '../../shared/dates.ts';
import type { Locale } from '../../shared/locales.ts';
import type { Boot } from '../site/boot.ts';
import { readWithRetries } from './loader.ts';
import { type Messages, type MessageValues, renderMessage } from './render-message.ts';

/**
 * The texts of a page in its language: those the page came with, supplemented file by file as other pages are opened.
 */
export interface Catalogue {
  locale: Locale;
  /**
   * Loads a message file unless it is already there, with one promise for all callers; rejects when it cannot be read.
   */
  load(file: string): Promise<void>;
  /** The text of a message. Throws when its file was not loaded: a route forgot to name it. */
  text(id: string, values?: MessageValues): string;
  /** Whether there is such a message among those that were loaded. */
  has(id: string): boolean;
}

/** A catalogue in the page's language, filled with the messages that the prerendered page carries. */
export function createCatalogue({ locale, messages: carried, messageFiles }: Boot): Catalogue {
  const messages: Messages = { ...carried };
  const files = new Map<string, Promise<void>>();

  return {
    locale,
    load(file) {
      let loading = files.get(file);
      if (!loading) {
        const url = messageFiles[file];
        loading = (url ? readWithRetries<Messages>(url) : Promise.resolve({})).then((read) => {
          Object.assign(messages, read);
        });
        // The visitor may repeat a failed read.
        loading.catch(() => files.delete(file));
        files.set(file, loading);
      }
      return loading;
    },
    has: (id) => id in messages,
    text(id, values = {}) {
      const message = messages[id];
      if (!message) throw new Error(`The message ${id} is not loaded.`);
      return joinArticles(locale, renderMessage(message, values, locale));
    },
  };
}
