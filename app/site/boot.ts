import type { Locale } from '../../shared/locales.ts';
import type { Messages } from '../messages/render-message.ts';

/** What the prerenderer writes into every page as a JSON data block. */
export interface Boot {
  locale: Locale;
  /** Scripts of the page, in the order in which they are started. */
  scripts: string[];
  /** Compiled messages of the layout and of this page. */
  messages: Messages;
  /** Addresses of the message files that this page does not carry, by name. */
  messageFiles: Record<string, string>;
  /** Addresses of the long texts in this language that may be kept for ever, by name. */
  documents: Record<string, string>;
  /** The page's other languages in their own words. Only in the default language: others have been asked for. */
  suggestions?: Partial<Record<Locale, LanguageSuggestionTexts>>;
}

/** How a language is suggested, in that language. */
export interface LanguageSuggestionTexts {
  /** Name of the region. */
  label: string;
  text: string;
  choose: string;
  dismiss: string;
}

/** The element that holds the boot data. */
export const bootElementId = 'boot';

/** The element that React renders into. */
export const rootElementId = 'root';
