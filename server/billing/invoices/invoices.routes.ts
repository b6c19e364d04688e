import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { invoicesAnswer } from '../../../shared/api/invoices.ts';
import * as endpoints from '../../../shared/endpoints.ts';
import type { RouteDependencies } from '../../contract/feature.ts';
import { refuseImpersonation } from '../../http/authentication.ts';
import { mount } from '../../http/mount.ts';
import { getPdf, listInvoices } from './invoices.ts';

/** `GET /api/invoices` and their documents. */
export function invoicesRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const { database, clock } = deps;
  const listing = {
    summary: 'One’s own invoices and credit notes',
    response: { 200: invoicesAnswer },
  };
  mount(app, endpoints.getInvoices, deps, { schema: listing }, async ({ session }) =>
    listInvoices(database.kysely, session.userId, clock()),
  );

  const reading = {
    summary: 'The document of an invoice or credit note, as it was sent',
    problems: ['impersonation-not-allowed'] as const,
    params: z.object({ id: z.uuid() }),
    response: { 200: { description: 'A PDF.', content: { 'application/pdf': { schema: z.unknown() } } } },
  };
  mount(app, endpoints.getInvoicePdf, deps, { schema: reading }, async ({ session, params }, reply) => {
    refuseImpersonation(session);
    const { pdf, fileName } = await getPdf(database.kysely, session.userId, params.id);
    return reply
      .headers({ 'content-disposition': `attachment; filename="${fileName}"` })
      .type('application/pdf')
      .send(pdf);
  });
}
