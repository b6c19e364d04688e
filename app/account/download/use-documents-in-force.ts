import { useEffect, useState } from 'react';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { useApi } from '../../api-client/use-api.ts';

/** After a longer wait, the browser's own clock decides what is shown: the server checks it again. */
const longestWaitMs = 3000;

/**
 * The documents that an acceptance must name, by the server's clock, so that a browser with a wrong clock shows and
 * sends what the server expects; `null` while they are being fetched.
 */
export function useDocumentsInForce(): DocumentVersion[] | null {
  const api = useApi();
  const [documents, setDocuments] = useState<DocumentVersion[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const settle = (found?: DocumentVersion[]) => {
      if (isCurrent) setDocuments((known) => known ?? found ?? documentsInForce(new Date()));
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
  }, [api]);
  return documents;
}
