import { useEffect, useState } from 'react';
import { announcedVersions } from '../../../content/legal/in-force.ts';
import type { AnnouncedVersion } from '../../../shared/api/documents.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useSite } from '../../site/site-context.ts';

/**
 * The versions that are not in force yet. Visitors from another page get the server's clock as soon as it has answered,
 * and the browser's until then; a page from the server was already chosen by the server's clock.
 */
export function useAnnouncedVersions(): AnnouncedVersion[] {
  const api = useApi();
  const { prerendered } = useSite();
  const [announced, setAnnounced] = useState(() =>
    announcedVersions(prerendered ? new Date(prerendered.day) : new Date()),
  );
  useEffect(() => {
    let isCurrent = true;
    api
      .getDocuments()
      .then((answer) => isCurrent && setAnnounced(answer.announced))
      .catch(() => {}); // The browser's clock has to do.
    return () => {
      isCurrent = false;
    };
  }, [api]);
  return announced;
}
