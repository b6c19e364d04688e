import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { invoicesAnswer } from '../../../shared/api/invoices.ts';
import { apiPaths, routePatterns } from '../../../shared/api-paths.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { refuseImpersonation, sessionSecurity } from '../../http/authentication.ts';
import { getPdf, listInvoices } from './invoices.ts';

/** `GET /api/invoices` and their documents. */
export function invoicesRoutes(app: FastifyInstance, { database, clock, requireSession }: RouteDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const listing = {
    summary: 'One’s own invoices and credit notes',
    security: sessionSecurity,
    response: { 200: invoicesAnswer },
  };
  typed.get(apiPaths.invoices, { schema: listing, ...requireSession }, async ({ session }) =>
    listInvoices(database.kysely, session.userId, clock()),
  );

  const reading = {
    summary: 'The document of an invoice or credit note, as it was sent',
    security: sessionSecurity,
    params: z.object({ id: z.uuid() }),
    response: { 200: { description: 'A PDF.', content: { 'application/pdf': { schema: z.unknown() } } } },
  };
  typed.get(routePatterns.invoicePdf, { schema: reading, ...requireSession }, async ({ session, params }, reply) => {
    refuseImpersonation(session);
    const { pdf, fileName } = await getPdf(database.kysely, session.userId, params.id);
    return reply
      .headers({ 'content-disposition': `attachment; filename="${fileName}"` })
      .type('application/pdf')
      .send(pdf);
  });
}
