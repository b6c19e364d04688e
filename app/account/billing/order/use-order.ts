import type { User } from '@workos-inc/authkit-js';
import { useCallback, useState } from 'react';
import { type CustomerAnswer, type CustomerRequest, customerRequest } from '../../../../shared/api/customer.ts';
import type { OrderRequest } from '../../../../shared/api/orders.ts';
import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { isEligibleCountry } from '../../../../shared/business/eligibility.ts';
import type { PaymentMethod } from '../../../../shared/business/sales.ts';
import { paths } from '../../../../shared/paths.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { findFieldFaults } from '../../../api-client/find-field-faults.ts';
import { faultsOf } from '../../../api-client/refused-fields.ts';
import { useAct } from '../../../api-client/use-act.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useReturn } from '../../../navigation/use-return.ts';
import { useSite } from '../../../site/site-context.ts';
import { type CustomerDraft, type CustomerFaults, type CustomerField, requestOf } from './customer-fields.ts';
import { keepOrderDraft, readOrderDraft } from './order-draft.ts';

interface Known {
  customer: CustomerAnswer;
  subscription: SubscriptionAnswer;
}

/** What the session and the address know of a person who has given no billing data yet. */
const emptyDraft = (user: Pick<User, 'email'> & Partial<User>): CustomerDraft => ({
  kind: new URLSearchParams(location.search).get('kind') === 'business' ? 'business' : 'private',
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

/** The two steps of an order: to whom it is invoiced, and the order itself. What was typed survives whatever happens. */
export function useOrder(user: Pick<User, 'id' | 'email'> & Partial<User>) {
  const billing = useBillingApi();
  const api = useApi();
  const { locale } = useMessages();
  const { navigate } = useSite();
  const [kept] = useState(() => readOrderDraft(user.id, emptyDraft(user)));
  const [draft, setDraft] = useState<CustomerDraft>(() => kept.customer ?? emptyDraft(user));
  const [method, setMethod] = useState<PaymentMethod>(kept.method);
  const [step, setStep] = useState<'details' | 'check'>('details');
  /** Another step was opened: its heading takes the focus, as the button that was pressed is gone. */
  const [hasMoved, setMoved] = useState(false);
  const [faults, setFaults] = useState<CustomerFaults>({});
  const [refusals, setRefusals] = useState(0);

  const ask = useCallback(async (): Promise<Known> => {
    const [customer, subscription, account] = await Promise.all([
      billing.getCustomer(),
      billing.getSubscription(),
      // It only saves typing.
      api.getAccount().catch(() => null),
    ]);
    const profile = account?.profile;
    if (kept.customer) return { customer, subscription };
    if (customer.customer) {
      setDraft(draftOf(customer.customer));
      setStep('check');
    } else if (profile)
      setDraft((shown) => ({
        ...shown,
        country: shown.country || (isEligibleCountry(profile.country) ? profile.country : ''),
        fullName: shown.fullName || profile.fullName,
      }));
    return { customer, subscription };
  }, [billing, api, kept]);
  const { known, reload, know } = useAnswer(ask);

  const refuse = (found: CustomerFaults) => {
    setFaults(found);
    setRefusals((count) => count + 1);
  };
  const saving = useAct(async (request: CustomerRequest, keyOf) => {
    const customer = await billing.saveCustomer(request, keyOf()).catch((thrown) => {
      const rejected = faultsOf<CustomerField>(thrown);
      if (Object.keys(rejected).length > 0) refuse(rejected);
      throw thrown;
    });
    // Whether a sale is possible depends on the customer. The data are saved even if this cannot be checked now: the order checks again.
    const asked = await billing.getSubscription().catch(() => null);
    know((shown) => ({ customer, subscription: asked ?? shown.subscription }));
    keepOrderDraft({ userId: user.id, customer: null, method });
    setStep('check');
    setMoved(true);
  }, true);
  const placing = useAct(async (request: OrderRequest, keyOf) => {
    const { id, payAt } = await billing.placeOrder(request, keyOf());
    // The page stays as it is, and busy, until the browser has left for the card form.
    if (payAt) location.assign(payAt);
    else navigate(`${paths.orderDone}?order=${id}`);
    return 'leaving';
  }, true);
  const isBusy = saving.isBusy || placing.isBusy;

  const change = (next: Partial<CustomerDraft>) => {
    // What is being saved is what is shown.
    if (isBusy) return;
    const changed = { ...draft, ...next };
    setDraft(changed);
    keepOrderDraft({ userId: user.id, customer: changed, method });
  };
  const chooseMethod = (chosen: PaymentMethod) => {
    // What is being ordered is what is shown.
    if (isBusy) return;
    setMethod(chosen);
    keepOrderDraft({ userId: user.id, customer: null, method: chosen });
  };
  const save = () => {
    const request = requestOf(draft, locale);
    const found = findFieldFaults<CustomerField>(customerRequest, request);
    if (Object.keys(found).length > 0) {
      saving.forget();
      return refuse(found);
    }
    setFaults({});
    void saving.run(request as CustomerRequest);
  };
  const edit = () => {
    placing.forget();
    setStep('details');
    setMoved(true);
  };
  // The card form was left with the browser's Back.
  useReturn(placing.forget);
  return {
    known,
    draft,
    method,
    step,
    hasMoved,
    faults,
    refusals,
    isBusy,
    problem: step === 'details' ? saving.problem : placing.problem,
    reload,
    change,
    chooseMethod,
    save,
    place: placing.run,
    edit,
  };
}
