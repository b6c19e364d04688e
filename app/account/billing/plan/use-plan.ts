import { useCallback, useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { InvoicesAnswer } from '../../../../shared/api/invoices.ts';
import type { SubscriptionAnswer, SubscriptionRequest } from '../../../../shared/api/subscription.ts';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useAct } from '../../../api-client/use-act.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { useReturn } from '../../../navigation/use-return.ts';

/** Everything that the page shows. */
export interface KnownPlan {
  account: AccountAnswer;
  subscription: SubscriptionAnswer;
  usage: UsageAnswer;
  invoices: InvoicesAnswer['invoices'];
}

/** What is under way: something that was asked for, a question that was repeated, or nothing. */
export type Act = SubscriptionRequest | 'asking' | null;

/** How long the page waits before it asks again about a payment or a document, in milliseconds. */
const askAgainMs = 3000;

/** One's own plan and what can be done about it. `problem` is why the last act failed. */
export function usePlan() {
  const api = useApi();
  const billing = useBillingApi();
  const ask = useCallback(async (): Promise<KnownPlan> => {
    const [account, subscription, usage, { invoices }] = await Promise.all([
      api.getAccount(),
      billing.getSubscription(),
      api.getUsage(),
      billing.getInvoices(),
    ]);
    return { account, subscription, usage, invoices };
  }, [api, billing]);
  const { known, reload, refresh, know } = useAnswer(ask);
  /** How often it was asked again without anybody pressing a button. */
  const [rounds, setRounds] = useState(0);
  /** How many acts were done on this page. */
  const [changes, setChanges] = useState(0);
  /** A failed refresh removes nothing that is shown; the next one may succeed. */
  const askQuietly = useCallback(() => {
    const end = () => setRounds((count) => count + 1);
    refresh().then(end, end);
  }, [refresh]);
  const asking = useAct(refresh);
  const doing = useAct(async (request: SubscriptionRequest, keyOf) => {
    const { payAt, ...subscription } = await billing.changeSubscription(request, keyOf());
    if (payAt) {
      location.assign(payAt);
      return 'leaving';
    }
    // The act is done, even if asking for everything else fails.
    know((shown) => ({ ...shown, subscription }));
    setChanges((count) => count + 1);
    askQuietly();
  });

  const payment = typeof known === 'object' ? known.subscription.payment : null;
  const hasPdf =
    typeof known === 'object' && known.invoices.some((each) => each.hasPdf && each.id === payment?.invoice?.id);
  // Both come by themselves, shortly.
  const isUnderWay = payment?.state === 'checking' || payment?.state === 'provider-silent';
  const isWaiting = isUnderWay || (payment?.state === 'awaiting-transfer' && !hasPdf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each answer, as long as it is the same
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(askQuietly, askAgainMs);
    return () => clearTimeout(timer);
  }, [isWaiting, known, rounds, askQuietly]);

  const { forget } = doing;
  useReturn(
    useCallback(() => {
      forget();
      // The card form may have been filled in meanwhile.
      askQuietly();
    }, [forget, askQuietly]),
  );

  const act: Act = asking.isBusy ? 'asking' : doing.isBusy ? doing.last : null;
  return {
    known,
    hasPdf,
    act,
    problem: doing.problem ?? asking.problem,
    changes,
    reload,
    askAgain: () => {
      forget();
      void asking.run();
    },
    perform: (request: SubscriptionRequest) => {
      asking.forget();
      void doing.run(request);
    },
  };
}
