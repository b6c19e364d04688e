import { useCallback, useState } from 'react';
import { laterVersions } from '../../../content/legal/in-force.ts';
import type { AnnouncedVersion } from '../../../shared/api/documents.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useSite } from '../../site/site-context.ts';

/**
 * The versions that are not in force yet, by the server's clock: as the page was served, and as soon as the server has
 * answered, as it is now.
 */
export function useAnnouncedVersions(): AnnouncedVersion[] {
  const api = useApi();
  const { versions } = useSite();
  const [served] = useState(() => laterVersions(versions.of));
  const ask = useCallback(async (): Promise<AnnouncedVersion[]> => {
    const { documents, announced } = await api.getDocuments();
    versions.adopt(documents);
    return announced;
  }, [api, versions]);
  const { known } = useAnswer(ask);
  return typeof known === 'string' ? served : known;
}
