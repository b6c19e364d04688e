import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  type DocumentVersions,
  documentsAnswer,
  documentText,
  documentVersions,
} from '../../../shared/api/documents.ts';
import { routePatterns } from '../../../shared/api-paths.ts';
import { isPublishedDocument, type PublishedDocument } from '../../../shared/business/documents.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import { defaultLocale, isLocale, locales } from '../../../shared/locales.ts';
import { mount } from '../../http/mount.ts';
import { Problem } from '../../http/problem.ts';
import type { LegalDocuments } from './legal-documents.ts';

/** `GET /api/documents`: what is in force and what is announced, all versions of a document, and the text of each. */
export function legalDocumentsRoutes(
  app: FastifyInstance,
  { legalDocuments, clock }: { legalDocuments: LegalDocuments; clock: () => Date },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const schema = {
    summary: 'Versions of the legal documents in force, and those announced',
    response: { 200: documentsAnswer },
  };
  mount(app, endpoints.getDocuments, {}, { schema }, async () => {
    return { documents: legalDocuments.inForce(clock()), announced: legalDocuments.announced(clock()) };
  });

  // Names are checked by hand, so that each kind of unknown name gets an answer of its own.
  const document = z.string();
  typed.get(
    routePatterns.documentVersions,
    {
      schema: {
        operationId: 'getDocumentVersions',
        summary: 'All versions of a legal document, with their dates and hashes',
        problems: ['document-unknown'] as const,
        params: z.object({ document }),
        response: { 200: documentVersions },
      },
    },
    async ({ params }) => {
      const name = requireDocument(params.document);
      const describePdfs = async (version: string) => {
        const pdfs = locales.map(async (locale) => {
          const { sha256, bytes } = (await legalDocuments.findPdf(name, version, locale))!;
          return [locale, { sha256, bytes }] as const;
        });
        return Object.fromEntries(await Promise.all(pdfs)) as DocumentVersions['versions'][number]['pdf'];
      };
      const versions = legalDocuments.versionsOf(name, clock());
      return {
        document: name,
        versions: await Promise.all(versions.map(async (each) => ({ ...each, pdf: await describePdfs(each.version) }))),
      };
    },
  );

  typed.get(
    routePatterns.documentText,
    {
      schema: {
        operationId: 'getDocumentText',
        summary: 'The text of one version, as Markdown',
        problems: ['document-unknown', 'document-version-unknown', 'language-unknown'] as const,
        params: z.object({ document, version: z.string() }),
        querystring: z.object({ locale: z._default(z.string(), defaultLocale) }),
        response: { 200: documentText },
      },
    },
    async ({ params: { document, version }, query: { locale } }) => {
      const name = requireDocument(document);
      if (!isLocale(locale)) throw new Problem('language-unknown');
      const found = legalDocuments.findText(name, version, locale);
      if (!found) throw new Problem('document-version-unknown');
      return { document: name, version, locale, ...found };
    },
  );

  typed.get(
    routePatterns.documentPdf,
    {
      schema: {
        operationId: 'getDocumentPdf',
        summary: 'One version as a document of pages, always the same bytes',
        problems: ['document-unknown', 'document-version-unknown', 'language-unknown'] as const,
        params: z.object({ document, version: z.string() }),
        querystring: z.object({ locale: z._default(z.string(), defaultLocale) }),
        response: { 200: { description: 'A PDF.', content: { 'application/pdf': { schema: z.unknown() } } } },
      },
    },
    async ({ params, query: { locale } }, reply) => {
      const name = requireDocument(params.document);
      if (!isLocale(locale)) throw new Problem('language-unknown');
      const found = await legalDocuments.findPdf(name, params.version, locale);
      if (!found) throw new Problem('document-version-unknown');
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-disposition': `inline; filename="${found.fileName}"`,
          etag: `"${found.sha256}"`,
        })
        .type('application/pdf')
        .send(await found.read());
    },
  );
}

function requireDocument(name: string): PublishedDocument {
  if (!isPublishedDocument(name)) throw new Problem('document-unknown');
  return name;
}
