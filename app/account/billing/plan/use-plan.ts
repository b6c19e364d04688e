import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { InvoicesAnswer } from '../../../../shared/api/invoices.ts';
import type { SubscriptionAnswer, SubscriptionRequest } from '../../../../shared/api/subscription.ts';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
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

/** One's own plan and what can be done about it. `problem` is why the last act failed, whatever was thrown. */
export function usePlan() {
  const api = useApi();
  const billing = useBillingApi();
  const [known, setKnown] = useState<KnownPlan | 'loading' | 'unreachable'>('loading');
  const [act, setAct] = useState<Act>(null);
  const [problem, setProblem] = useState<unknown>(null);
  /** How many acts were done on this page. */
  const [changes, setChanges] = useState(0);
  /** The same act after a failure is the same attempt: the server then answers as it did. */
  const attempt = useRef({ act: '', key: '' });
  const questions = useRef(0);

  const ask = useCallback(async () => {
    questions.current++;
    const question = questions.current;
    const [account, subscription, usage, { invoices }] = await Promise.all([
      api.getAccount(),
      billing.getSubscription(),
      api.getUsage(),
      billing.getInvoices(),
    ]);
    // An earlier question may be answered later, with what was then.
    if (question === questions.current) setKnown({ account, subscription, usage, invoices });
  }, [api, billing]);
  const load = useCallback(() => {
    setKnown('loading');
    ask().catch(() => setKnown('unreachable'));
  }, [ask]);
  useEffect(load, [load]);
  /** Nothing of what is shown goes because it could not be asked again; the next time may succeed. */
  const askQuietly = useCallback(
    () => ask().catch(() => setKnown((shown) => (typeof shown === 'object' ? { ...shown } : 'unreachable'))),
    [ask],
  );
  const askAgain = () => {
    setAct('asking');
    setProblem(null);
    ask()
      .catch(setProblem)
      .finally(() => setAct(null));
  };

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
  }, [isWaiting, known, askQuietly]);

  useReturn(
    useCallback(() => {
      setAct(null);
      // The card form may have been filled in meanwhile.
      void askQuietly();
    }, [askQuietly]),
  );

  const perform = (request: SubscriptionRequest) => {
    const description = JSON.stringify(request);
    if (attempt.current.act !== description) attempt.current = { act: description, key: crypto.randomUUID() };
    setAct(request);
    setProblem(null);
    billing.changeSubscription(request, attempt.current.key).then(
      ({ payAt, ...subscription }) => {
        attempt.current = { act: '', key: '' };
        // The page stays as it is, and busy, until the browser has left for the card form.
        if (payAt) return location.assign(payAt);
        // It is done, whatever becomes of the question for everything else.
        setKnown((shown) => (typeof shown === 'object' ? { ...shown, subscription } : shown));
        setChanges((count) => count + 1);
        setAct(null);
        void askQuietly();
      },
      (thrown) => {
        setProblem(thrown);
        setAct(null);
      },
    );
  };
  return { known, hasPdf, act, problem, changes, load, askAgain, perform };
}
