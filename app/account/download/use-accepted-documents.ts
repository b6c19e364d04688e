import { useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import { createApiClient } from '../../api-client/api-client.ts';
import { useSite } from '../../site/site-context.ts';
import { useAuth } from '../session/auth.ts';

/** Who waits longer for an answer is asked as if nothing had been accepted: the server takes that, too. */
const longestWaitMs = 3000;

/** What the signed-in person has accepted so far; `null` while that is being asked. Asks again when `occasion` changes. */
export function useAcceptedDocuments(occasion: unknown): AccountAnswer['acceptedDocuments'] | null {
  const { getAccessToken } = useAuth();
  const { configuration } = useSite();
  const [accepted, setAccepted] = useState<AccountAnswer['acceptedDocuments'] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session's functions are new with each rendering
  useEffect(() => {
    let isCurrent = true;
    const settle = (documents: AccountAnswer['acceptedDocuments'] | null) => {
      if (isCurrent) setAccepted((known) => documents ?? known ?? []);
    };
    const timer = setTimeout(() => settle(null), longestWaitMs);
    getAccessToken()
      .then((token) => createApiClient(configuration.apiBaseUrl).getAccount(token))
      .then(({ acceptedDocuments }) => settle(acceptedDocuments))
      .catch(() => settle(null))
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [occasion, configuration]);
  return accepted;
}
