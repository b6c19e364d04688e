import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { CustomerAnswer, CustomerRequest } from '../../../shared/api/customer.ts';
import type { EligibleCountry } from '../../../shared/business/eligibility.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { paymentCharacters } from '../../../shared/payment-characters.ts';
import { type ActDependencies, act } from '../../contract/act.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { readRegisteredName } from '../../integrations/vies.ts';
import { findAccount, lockActiveAccount, saveAccount } from '../../people/accounts/accounts.ts';
import { nameAddress } from '../../people/address-confirmations/address-confirmations.ts';
import { findAddressState } from '../../platform/mails/mails.ts';
import type { KnownCustomer } from './buyer.ts';
import { findCustomer, upsertCustomer } from './customers.queries.ts';
import type { Customer } from './customers.tables.ts';
import { toPaymentText } from './payment-text.ts';
import { findTaxOf } from './tax.ts';
import { findValidAnswer } from './vat.queries.ts';
import { readVatNumber } from './vat-number.ts';

export type { Buyer, KnownCustomer } from './buyer.ts';
export {
  deleteCustomer,
  findAccountAtProvider,
  findCustomer,
  forgetCard,
  listCardHolders,
  saveCard,
  saveProviderCustomer,
} from './customers.queries.ts';
export type { Customer } from './customers.tables.ts';
export { toPaymentText } from './payment-text.ts';
export { findSellerVatNumber, findTaxOf, findTaxRegistrations } from './tax.ts';
export { confirmVatNumber } from './vat.ts';

/** Undefined before billing data were given, and once they are erased. */
export async function findKnownCustomer(queries: Queries, accountId: string): Promise<KnownCustomer | undefined> {
  const row = await findCustomer(queries, accountId);
  return row && toKnown(row);
}

function toKnown(row: Customer): KnownCustomer | undefined {
  if (row.kind === null) return undefined;
  return {
    kind: row.kind,
    fullName: row.full_name!,
    company: row.company,
    email: row.email!,
    street: row.street!,
    houseNumber: row.house_number,
    postalCode: row.postal_code!,
    town: row.town!,
    country: row.country as EligibleCountry,
    vatNumber: row.vat_number,
    locale: row.locale!,
    vatState: row.vat_state,
  };
}

export async function describeCustomer(queries: Queries, accountId: string, now: Date): Promise<CustomerAnswer> {
  const row = await findCustomer(queries, accountId);
  const known = row && toKnown(row);
  if (!known) return { customer: null, tax: null };
  const { vatState: state, ...customer } = known;
  const said =
    state === 'valid' && known.vatNumber ? await findValidAnswer(queries, accountId, known.vatNumber) : undefined;
  const registeredName = said === undefined ? null : readRegisteredName(said);
  return {
    customer: { ...customer, vat: { state, checkedAt: row.vat_checked_at?.toISOString() ?? null, registeredName } },
    tax: (await findTaxOf(queries, known, utcDayOf(now))) ?? null,
  };
}

/** Whether mails go to the address in the billing data; null without one. */
export async function describeBillingEmail(
  queries: Queries,
  accountId: string,
): Promise<AccountAnswer['billingEmail']> {
  const email = (await findCustomer(queries, accountId))?.email;
  return email ? { email, state: await findAddressState(queries, accountId, email) } : null;
}

/**
 * Keeps billing data; invoices that were issued stay as they are. A number of another country, or a new one, has to be
 * confirmed anew. Whoever buys without a download before gets an account by it. Throws `vat-number-invalid`.
 */
export async function saveCustomer(
  deps: ActDependencies,
  given: { accountId: string; request: CustomerRequest; ipAddress: string; userAgent: string },
): Promise<void> {
  const { accountId, request } = given;
  const vatNumber = requireVatNumber(request);
  requirePayable(request);
  await act(deps, async (act) => {
    const { trx, now } = act;
    await lockActiveAccount(trx, accountId);
    if (!(await findAccount(trx, accountId))) await saveAccount(act, accountId, { ...request, ...given });
    await upsertCustomer(trx, {
      account_id: accountId,
      kind: request.kind,
      full_name: request.fullName,
      company: request.company,
      email: request.email,
      street: request.street,
      house_number: request.houseNumber,
      postal_code: request.postalCode,
      town: request.town,
      country: request.country,
      vat_number: vatNumber,
      locale: request.locale,
      ...(await findVatState(trx, accountId, request, vatNumber)),
      created_at: now,
      updated_at: now,
    });
    await nameAddress(act, { accountId, email: request.email, locale: request.locale });
  });
}

function requireVatNumber({ kind, country, vatNumber, company }: CustomerRequest): string | null {
  if (kind === 'private' && (vatNumber !== null || company !== null))
    throw new Problem('validation-failed', {
      errors: [
        { pointer: '/kind', fault: 'type', detail: 'must be that of a company where one is named, or its number' },
      ],
    });
  if (vatNumber === null) return null;
  const number = readVatNumber(country, vatNumber);
  if (!number) throw new Problem('vat-number-invalid');
  return number;
}

/** Letters of every script can be put on an invoice, but for a few that nobody has written in Latin ones. */
function requirePayable(request: CustomerRequest): void {
  const named = (['fullName', 'company', 'street', 'houseNumber', 'postalCode', 'town'] as const).filter((name) => {
    const text = request[name] && toPaymentText(request[name], request[name].length);
    return text !== null && (text === '' || !paymentCharacters.test(text));
  });
  if (named.length === 0) return;
  const detail = 'must be in letters that an invoice can show';
  const errors = named.map((name) => ({ pointer: `/${name}`, fault: 'pattern' as const, detail }));
  throw new Problem('validation-failed', { errors });
}

/** Swiss numbers change nothing, so nobody is asked about them. */
async function findVatState(
  trx: OpenTransaction,
  accountId: string,
  { country }: CustomerRequest,
  vatNumber: string | null,
): Promise<Pick<Customer, 'vat_state' | 'vat_checked_at'>> {
  if (vatNumber === null || country === 'CH') return { vat_state: 'none', vat_checked_at: null };
  const before = await findCustomer(trx, accountId);
  if (before?.vat_number === vatNumber) return { vat_state: before.vat_state, vat_checked_at: before.vat_checked_at };
  return { vat_state: 'unconfirmed', vat_checked_at: null };
}
