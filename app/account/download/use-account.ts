import { useCallback } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';

type KnownAccount = Pick<AccountAnswer, 'status' | 'acceptedDocuments'>;

const unknownAccount: KnownAccount = { status: 'active', acceptedDocuments: [] };

/** Who waits longer for an answer is asked as if nothing had been accepted: the server takes that, too. */
const waiting = { withinMs: 3000, otherwise: (known: KnownAccount | undefined) => known ?? unknownAccount };

/** The signed-in person's account; `null` while that is being asked. Asks again when `occasion` changes. */
export function useAccount(occasion: unknown): KnownAccount | null {
  const api = useApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion makes it another question
  const ask = useCallback(async (): Promise<KnownAccount> => api.getAccount(), [api, occasion]);
  return useAnswer(ask, waiting).answer ?? null;
}
