import { useCallback, useState } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useOverdue } from '../../api-client/use-overdue.ts';

type KnownAccount = Pick<
  AccountAnswer,
  | 'status'
  | 'end'
  | 'measures'
  | 'restrictedAt'
  | 'profile'
  | 'mailReturns'
  | 'emailState'
  | 'billingEmail'
  | 'acceptedDocuments'
>;

const unknownAccount: KnownAccount = {
  status: 'active',
  end: null,
  measures: [],
  restrictedAt: null,
  profile: null,
  mailReturns: false,
  emailState: null,
  billingEmail: null,
  acceptedDocuments: [],
};

/** After a longer wait, every box is shown, as if nothing had been accepted: the server accepts that, too. */
const longestWaitMs = 3000;

/** The signed-in person's account; `null` while it is being fetched. Fetches it again when `occasion` changes. */
export function useAccount(occasion: unknown): KnownAccount | null {
  const api = useApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion makes it another question
  const ask = useCallback(async (): Promise<KnownAccount> => api.getAccount(), [api, occasion]);
  const { known } = useAnswer(ask);
  const isOverdue = useOverdue(ask, longestWaitMs);
  const [last, setLast] = useState<KnownAccount | null>(null);
  if (typeof known === 'object' && known !== last) setLast(known);
  return last ?? (known === 'unreachable' || isOverdue ? unknownAccount : null);
}
