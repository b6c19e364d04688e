import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { InvoicesAnswer } from '../../../shared/api/invoices.ts';
import type { SubscriptionAnswer, SubscriptionRequest } from '../../../shared/api/subscription.ts';
import type { UsageAnswer } from '../../../shared/api/usage.ts';
import { useBillingApi } from '../../api-client/billing-api.ts';
import { useApi } from '../../api-client/use-api.ts';

/** Everything that the page shows. */
export interface KnownPlan {
  account: AccountAnswer;
  subscription: SubscriptionAnswer;
  usage: UsageAnswer;
  invoices: InvoicesAnswer['invoices'];
}

/** How long the page waits before it asks again about a payment or a document, in milliseconds. */
const askAgainMs = 3000;

/** One's own plan and what can be done about it. `problem` is why the last act failed, whatever was thrown. */
export function usePlan() {
  const api = useApi();
  const billing = useBillingApi();
  const [known, setKnown] = useState<KnownPlan | 'loading' | 'unreachable'>('loading');
  const [act, setAct] = useState<SubscriptionRequest | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [wasChanged, setWasChanged] = useState(false);
  /** The same act after a failure is the same attempt: the server then answers as it did. */
  const attempt = useRef({ act: '', key: '' });

  const ask = useCallback(async () => {
    const [account, subscription, usage, { invoices }] = await Promise.all([
      api.getAccount(),
      billing.getSubscription(),
      api.getUsage(),
      billing.getInvoices(),
    ]);
    setKnown({ account, subscription, usage, invoices });
  }, [api, billing]);
  const load = useCallback(() => {
    setKnown('loading');
    ask().catch(() => setKnown('unreachable'));
  }, [ask]);
  useEffect(load, [load]);

  const payment = typeof known === 'object' ? known.subscription.payment : null;
  const hasPdf =
    typeof known === 'object' && known.invoices.some((each) => each.hasPdf && each.id === payment?.invoice?.id);
  // Both come by themselves, shortly.
  const isUnderWay = payment?.state === 'checking' || payment?.state === 'provider-silent';
  const isWaiting = isUnderWay || (payment?.state === 'awaiting-transfer' && !hasPdf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each answer, as long as it is the same
  useEffect(() => {
    if (!isWaiting) return;
    // A failure to ask again changes nothing of what is shown: the next one may succeed.
    const timer = setTimeout(() => ask().catch(() => setKnown((shown) => shown)), askAgainMs);
    return () => clearTimeout(timer);
  }, [isWaiting, known, ask]);

  const perform = (request: SubscriptionRequest) => {
    const description = JSON.stringify(request);
    if (attempt.current.act !== description) attempt.current = { act: description, key: crypto.randomUUID() };
    setAct(request);
    setProblem(null);
    setWasChanged(false);
    billing
      .changeSubscription(request, attempt.current.key)
      .then(async ({ payAt }) => {
        attempt.current = { act: '', key: '' };
        // The page stays as it is, and busy, until the browser has left for the card form.
        if (payAt) return location.assign(payAt);
        await ask();
        setWasChanged(true);
        setAct(null);
      })
      .catch((thrown) => {
        setProblem(thrown);
        setAct(null);
      });
  };
  return { known, hasPdf, act, problem, wasChanged, load, perform, forgetProblem: () => setProblem(null) };
}
