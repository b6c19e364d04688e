import { useEffect, useState } from 'react';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useSite } from '../../site/site-context.ts';

/** After a longer wait, the page shows the versions that it was served with: the server checks them again. */
const longestWaitMs = 3000;

/**
 * The documents that an acceptance must name, as the server tells, so that a browser with a wrong clock and a page of
 * another day show and send what is in force; `null` while they are being fetched.
 */
export function useDocumentsInForce(): DocumentVersion[] | null {
  const api = useApi();
  const { versions } = useSite();
  const [documents, setDocuments] = useState<DocumentVersion[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const settle = (found?: DocumentVersion[]) => {
      versions.adopt(found ?? []);
      const shown = legalDocuments.map((document) => ({ document, version: versions.of(document) }));
      if (isCurrent) setDocuments((known) => known ?? shown);
    };
    const timer = setTimeout(settle, longestWaitMs);
    api
      .getDocuments()
      .then((answer) => settle(answer.documents))
      .catch(() => settle())
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, versions]);
  return documents;
}
