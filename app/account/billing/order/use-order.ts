import type { User } from '@workos-inc/authkit-js';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CustomerAnswer, CustomerRequest } from '../../../../shared/api/customer.ts';
import type { OrderRequest } from '../../../../shared/api/orders.ts';
import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import type { PaymentMethod } from '../../../../shared/business/sales.ts';
import { paths } from '../../../../shared/paths.ts';
import { ApiProblem } from '../../../api-client/api-client.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useReturn } from '../../../navigation/use-return.ts';
import { useSite } from '../../../site/site-context.ts';
import { type CustomerDraft, type CustomerFaults, findCustomerFaults, requestOf } from './customer-fields.ts';
import { keepOrderDraft, readOrderDraft } from './order-draft.ts';

type Known = { customer: CustomerAnswer; subscription: SubscriptionAnswer } | 'loading' | 'unreachable';

/** What the session knows of a person who has given no billing data yet. */
const emptyDraft = (user: Pick<User, 'email'> & Partial<User>): CustomerDraft => ({
  kind: 'private',
  fullName: [user.firstName, user.lastName].filter(Boolean).join(' '),
  company: '',
  email: user.email,
  street: '',
  houseNumber: '',
  postalCode: '',
  town: '',
  country: '',
  vatNumber: '',
});

const draftOf = (customer: NonNullable<CustomerAnswer['customer']>): CustomerDraft => ({
  kind: customer.kind,
  fullName: customer.fullName,
  company: customer.company ?? '',
  email: customer.email,
  street: customer.street,
  houseNumber: customer.houseNumber ?? '',
  postalCode: customer.postalCode,
  town: customer.town,
  country: customer.country,
  vatNumber: customer.vatNumber ?? '',
});

/** Fields that the API rejected. */
function faultsOf(problem: unknown): CustomerFaults {
  if (!(problem instanceof ApiProblem)) return {};
  if (problem.code === 'vat-number-invalid') return { vatNumber: 'pattern' };
  if (problem.code === 'country-not-eligible') return { country: 'range' };
  return Object.fromEntries(problem.errors.map(({ pointer, fault }) => [pointer.slice(1), fault]));
}

/** The two steps of an order: to whom it is invoiced, and the order itself. What was typed survives whatever happens. */
export function useOrder(user: Pick<User, 'id' | 'email'> & Partial<User>) {
  const billing = useBillingApi();
  const { locale } = useMessages();
  const { navigate } = useSite();
  const [known, setKnown] = useState<Known>('loading');
  const [kept] = useState(() => readOrderDraft(user.id, emptyDraft(user)));
  const [draft, setDraft] = useState<CustomerDraft>(() => kept.customer ?? emptyDraft(user));
  const [method, setMethod] = useState<PaymentMethod>(kept.method);
  const [step, setStep] = useState<'details' | 'check'>('details');
  /** A step was left for another: its heading takes the focus, as what was pressed is gone. */
  const [hasMoved, setMoved] = useState(false);
  const [faults, setFaults] = useState<CustomerFaults>({});
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  /** One key for each content: pressing again after a failure is the same attempt. */
  const attempt = useRef({ content: '', key: '' });
  const keyFor = (body: unknown) => {
    const content = JSON.stringify(body);
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    return attempt.current.key;
  };

  const load = useCallback(() => {
    setKnown('loading');
    Promise.all([billing.getCustomer(), billing.getSubscription()]).then(
      ([customer, subscription]) => {
        setKnown({ customer, subscription });
        if (!customer.customer || kept.customer) return;
        setDraft(draftOf(customer.customer));
        setStep('check');
      },
      () => setKnown('unreachable'),
    );
  }, [billing, kept]);
  useEffect(load, [load]);

  const change = (next: Partial<CustomerDraft>) => {
    // What is being saved is what is shown.
    if (isBusy) return;
    const changed = { ...draft, ...next };
    setDraft(changed);
    keepOrderDraft({ userId: user.id, customer: changed, method });
  };
  const chooseMethod = (chosen: PaymentMethod) => {
    setMethod(chosen);
    keepOrderDraft({ userId: user.id, customer: null, method: chosen });
  };
  const refuse = (found: CustomerFaults) => {
    setFaults(found);
    setRefusals((count) => count + 1);
  };
  const save = () => {
    const request = requestOf(draft, locale);
    const found = findCustomerFaults(request);
    setProblem(null);
    if (Object.keys(found).length > 0) return refuse(found);
    setFaults({});
    setBusy(true);
    billing
      .saveCustomer(request as CustomerRequest, keyFor(request))
      .then(async (customer) => {
        // To whom anything is sold depends on who asks. It is saved, even if that cannot be asked now: the order asks again.
        const asked = await billing.getSubscription().catch(() => null);
        setKnown((shown) =>
          typeof shown === 'object' ? { customer, subscription: asked ?? shown.subscription } : shown,
        );
        keepOrderDraft({ userId: user.id, customer: null, method });
        setStep('check');
        setMoved(true);
      })
      .catch((thrown) => {
        setProblem(thrown);
        const rejected = faultsOf(thrown);
        if (Object.keys(rejected).length > 0) refuse(rejected);
      })
      .finally(() => setBusy(false));
  };
  const place = (request: OrderRequest) => {
    setProblem(null);
    setBusy(true);
    billing.placeOrder(request, keyFor(request)).then(
      ({ id, payAt }) => {
        // The page stays as it is, and busy, until the browser has left for the card form.
        if (payAt) location.assign(payAt);
        else navigate(`${paths.orderDone}?order=${id}`);
      },
      (thrown) => {
        setProblem(thrown);
        setBusy(false);
      },
    );
  };
  const edit = () => {
    setProblem(null);
    setStep('details');
    setMoved(true);
  };
  // The card form was left with the browser's Back.
  useReturn(useCallback(() => setBusy(false), []));
  return {
    known,
    draft,
    method,
    step,
    hasMoved,
    faults,
    refusals,
    isBusy,
    problem,
    load,
    change,
    chooseMethod,
    save,
    place,
    edit,
  };
}
