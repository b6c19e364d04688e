import { type ReactElement, use, useEffect } from 'react';
import { isPublishedDocument } from '../../shared/business/documents.ts';
import { legalTextPath } from '../../shared/legal-paths.ts';
import { readWithRetries } from '../messages/loader.ts';
import { useSite } from '../site/site-context.ts';
import { trustDocument } from './trusted-html.ts';

const loading = new Map<string, Promise<string>>();

/** The HTML of a document that has not loaded yet; the same promise until it has. */
function load(url: string): Promise<string> {
  let reading = loading.get(url);
  if (!reading) {
    reading = readWithRetries<string>(url, 'text');
    reading.catch(() => setTimeout(() => loading.delete(url))); // after the boundary has shown the failure
    loading.set(url, reading);
  }
  return reading;
}

interface Props {
  name: string;
  /** Actions on the page, between the document's facts and its table of contents. */
  children?: ReactElement | undefined;
}

/**
 * A long text made from Markdown at build time. On the page that carries it, the prerendered HTML is kept; elsewhere
 * one file is fetched.
 */
export function LegalDocument({ name, children }: Props) {
  const { boot, documents, versions } = useSite();
  const html = documents.get(name) ?? use(load(boot.documents[name] ?? legalTextPath(boot.locale, name)));
  useEffect(() => {
    const version = /data-version="([\d-]+)"/.exec(html)?.[1];
    // A text that was fetched may be newer than the page.
    if (version && isPublishedDocument(name)) versions.adopt([{ document: name, version }]);
  }, [html, name, versions]);
  // Made by the build from our own Markdown; trustDocument vouches for it to Trusted Types.
  const propsFor = (part: string) => ({
    className: 'prose',
    'data-document': name,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: trustDocument(part) },
  });
  if (!children) return <article {...propsFor(html)} />;
  const cut = html.indexOf('<nav class="document-contents"');
  if (cut < 0) throw new Error(`${name} has no table of contents to put anything above.`);
  const [opening, sections] = [html.slice(0, cut), html.slice(cut)];
  return (
    <article>
      <div {...propsFor(opening)} />
      {children}
      <div {...propsFor(sections)} />
    </article>
  );
}
