import type { ComponentType } from 'react';
import type { MessageId } from '../../content/generated/message-arguments.ts';
import type { PagePath } from '../../shared/paths.ts';

export type TitleId = Extract<MessageId, `${string}.title`>;

export type LegalTitleId = Extract<MessageId, `legal.${string}.title`>;

type PageSource = `app/${string}.tsx`;

/** A page of the site: its addresses, its title, and what it needs before it can be shown. */
export interface PageRoute {
  id: string;
  /** Addresses of the page; the first is the canonical one. None for the not-found page. */
  paths: readonly PagePath[];
  /** Its description for search engines has the same id except for the last word: `….description`. */
  title: TitleId;
  /** Instead, once anything is sold. */
  onSaleDescription?: MessageId;
  /** Message files the page needs besides those of the layout. */
  messages: readonly string[];
  /** The legal document that the page shows. */
  document?: string;
  /** The subject of an archive page, as in its title; `from` is empty unless it compares two versions. */
  about?: { document: TitleId; version: string; from: string };
  /** The inline script that this page carries: it says what depends on the moment before any other script is there. */
  moment?: 'countdown' | 'supportHours';
  /** False for pages that mean nothing to a search engine. */
  indexed: boolean;
  /** The page's own file, as the build knows it; `load` imports the same. */
  source: PageSource;
  load: () => Promise<{ default: ComponentType }>;
  /** The part of the page that only somebody with a session sees: it is requested together with the session. */
  signedIn?: { source: PageSource; messages: readonly string[] };
}
