import { useEffect, useState } from 'react';
import { laterVersions } from '../../../content/legal/in-force.ts';
import type { AnnouncedVersion } from '../../../shared/api/documents.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useSite } from '../../site/site-context.ts';

/**
 * The versions that are not in force yet, by the server's clock: as the page was served, and as soon as the server has
 * answered, as it is now.
 */
export function useAnnouncedVersions(): AnnouncedVersion[] {
  const api = useApi();
  const { versions } = useSite();
  const [announced, setAnnounced] = useState(() => laterVersions(versions.of));
  useEffect(() => {
    let isCurrent = true;
    api
      .getDocuments()
      .then((answer) => {
        versions.adopt(answer.documents);
        if (isCurrent) setAnnounced(answer.announced);
      })
      .catch(() => {}); // What the page was served with has to do.
    return () => {
      isCurrent = false;
    };
  }, [api, versions]);
  return announced;
}
