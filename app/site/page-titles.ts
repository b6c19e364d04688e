import type { PageRoute } from './page-route.ts';

type TextById = (id: string, values?: Record<string, string>) => string;

/** The title of a page, or with another message its description. `text` returns the text of a message. */
export function titleOf({ title, about }: PageRoute, text: TextById, message: string = title): string {
  return about ? text(message, { ...about, document: text(about.document) }) : text(message);
}

/** The title of a page's tab, also used in bookmarks and the history. */
export function tabTitleOf(route: PageRoute, text: TextById): string {
  return text('page.title', { title: titleOf(route, text) });
}
