import type { Locale } from '../../shared/locales.ts';

/** What a mail says, in one language. */
export interface MailContent {
  locale: Locale;
  subject: string;
  /** The same for those who read no HTML. */
  text: string;
  /** A whole document that loads nothing from elsewhere. */
  html: string;
  /** Where one click, by a person or a mail program, ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string;
  attachments?: readonly Attachment[];
}

interface Attachment {
  fileName: string;
  mediaType: string;
  content: string | Buffer | StoredFile;
  /** Of a picture that the letter shows: by this name it is known there (RFC 2392). */
  contentId?: string;
}

/** A file that a feature keeps (`AccountPart.mailFile`): it comes in when the mail is sent, and is stored once. */
interface StoredFile {
  storedFile: string;
}

/** What is to be known or copied, with its name. */
interface Fact {
  name: string;
  value: string;
}

/** A line of a list, with where it leads. */
interface ListItem {
  text: string;
  url?: string;
}

/** What a letter has besides its sentences: names and values, lines of a list, a picture, and at its end what only proves something. */
export interface LetterParts {
  facts?: readonly Fact[];
  list?: readonly ListItem[];
  /** The id of an attached picture, which the text of the letter describes. */
  picture?: string;
  evidence?: readonly string[];
}

/** What fills in the `{names}` of a letter. A paragraph that names one of null is left out. */
export type LetterValues = Readonly<Record<string, string | null>>;

/** The mails of one subject, whose words stand in `content/server/<language>/<topic>.json`. */
export interface Letters<Kind extends string> {
  topic: string;
  kinds: readonly Kind[];
  /** `url` is where the one thing to do is done; `{email}` is the support address. `more` follows the paragraphs. */
  write(kind: Kind, locale: Locale, values: LetterValues, url: string, more?: LetterParts): Promise<MailContent>;
  /** Values for a preview. */
  sample(locale: Locale): LetterValues;
}
