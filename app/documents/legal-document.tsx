import { use } from 'react';
import { archivedTextPath } from '../../shared/legal-paths.ts';
import { readWithRetries } from '../messages/loader.ts';
import { useSite } from '../site-context.ts';
import { trustDocument } from './trusted-html.ts';

const loading = new Map<string, Promise<string>>();

/** The HTML of a document that is not here yet; the same promise until it is. */
function load(url: string): Promise<string> {
  let reading = loading.get(url);
  if (!reading) {
    reading = readWithRetries<string>(url, 'text');
    reading.catch(() => setTimeout(() => loading.delete(url))); // after the boundary has shown the failure
    loading.set(url, reading);
  }
  return reading;
}

/**
 * A long text made from Markdown at build time. On the page that carries it the prerendered HTML is kept; elsewhere one
 * file is fetched.
 */
export function LegalDocument({ name }: { name: string }) {
  const { boot, documents } = useSite();
  const html = documents.get(name) ?? use(load(boot.documents[name] ?? archivedTextPath(boot.locale, name)));
  return (
    <article
      className="prose"
      data-document={name}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, see trustDocument
      dangerouslySetInnerHTML={{ __html: trustDocument(html) }}
    />
  );
}
