import { useCallback } from 'react';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useSite } from '../../site/site-context.ts';

/** After a longer wait, the page shows the versions that it was served with: the server checks them again. */
const longestWaitMs = 3000;

/**
 * The documents that an acceptance must name, as the server tells, so that a browser with a wrong clock and a page of
 * another day show and send what is in force; `null` while they are being fetched. An answer after the wait changes nothing
 * that is shown.
 */
export function useDocumentsInForce(): DocumentVersion[] | null {
  const api = useApi();
  const { versions } = useSite();
  const ask = useCallback(async (): Promise<DocumentVersion[]> => {
    const told = api.getDocuments().then(({ documents }) => versions.adopt(documents));
    const waited = new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs));
    await Promise.race([told, waited]).catch(() => {});
    return legalDocuments.map((document) => ({ document, version: versions.of(document) }));
  }, [api, versions]);
  const { known } = useAnswer(ask);
  return typeof known === 'string' ? null : known;
}
