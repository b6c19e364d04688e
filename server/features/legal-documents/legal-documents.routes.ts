import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { documentsAnswer } from '../../../shared/api/documents.ts';
import { apiPaths } from '../../../shared/paths.ts';
import type { LegalDocuments } from './legal-documents.ts';

/** `GET /api/documents`: the versions that an acceptance has to name today. */
export function legalDocumentsRoutes(
  app: FastifyInstance,
  { legalDocuments, clock }: { legalDocuments: LegalDocuments; clock: () => Date },
): void {
  const schema = { summary: 'Versions of the legal documents in force', response: { 200: documentsAnswer } };
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.documents, { schema }, async () => {
    return { documents: legalDocuments.inForce(clock()) };
  });
}
