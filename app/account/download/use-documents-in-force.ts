import { useEffect, useState } from 'react';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { useApi } from '../../api-client/use-api.ts';

/** Who waits longer for an answer is shown what the browser takes for valid: the server judges it again. */
const longestWaitMs = 3000;

/**
 * The documents that an acceptance has to name, by the server's clock, so that a browser whose clock is wrong shows
 * and sends what the server expects; `null` while that is being asked.
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
