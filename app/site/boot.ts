import type { Locale } from '../../shared/locales.ts';
import type { Messages } from '../messages/render-message.ts';

/** What the prerenderer writes into every page as a JSON data block. */
export interface Boot {
  locale: Locale;
  /** Scripts of the page, in the order in which they start. */
  scripts: string[];
  /** Compiled messages of the layout and of this page. */
  messages: Messages;
  /** Addresses of the message files that this page does not carry, by name. */
  messageFiles: Record<string, string>;
  /** Addresses of the long texts in this language, by name; they may be cached for ever. */
  documents: Record<string, string>;
  /** The page's other languages in their own words. Only in the default language: the others were chosen. */
  suggestions?: Partial<Record<Locale, LanguageSuggestionTexts>>;
}

/** How to suggest a language, in that language. */
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
