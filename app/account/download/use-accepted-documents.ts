import { useCallback } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';

type AcceptedDocuments = AccountAnswer['acceptedDocuments'];

/** Who waits longer for an answer is asked as if nothing had been accepted: the server takes that, too. */
const waiting = { withinMs: 3000, otherwise: (known: AcceptedDocuments | undefined) => known ?? [] };

/** What the signed-in person has accepted so far; `null` while that is being asked. Asks again when `occasion` changes. */
export function useAcceptedDocuments(occasion: unknown): AcceptedDocuments | null {
  const api = useApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion makes it another question
  const ask = useCallback(async () => (await api.getAccount()).acceptedDocuments, [api, occasion]);
  return useAnswer(ask, waiting).answer ?? null;
}
