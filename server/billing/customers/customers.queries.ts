import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Customer } from './customers.tables.ts';

export async function findCustomer(queries: Queries, accountId: string): Promise<Customer | undefined> {
  return queries.selectFrom('customers').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Whose card, or whose customer at the card provider, this is. */
export async function findAccountAtProvider(queries: Queries, id: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('customers')
    .select('account_id')
    .where(({ or, eb }) => or([eb('card_payment_method', '=', id), eb('stripe_customer_id', '=', id)]))
    .executeTakeFirst();
  return row?.account_id;
}

/** The accounts that have a card. */
export async function listCardHolders(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('customers')
    .select('account_id')
    .where('card_payment_method', 'is not', null)
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

type CustomerData = Omit<
  Customer,
  'card_payment_method' | 'card_brand' | 'card_last4' | 'card_expires_on' | 'stripe_customer_id'
>;

/** The card and the provider's id stay as they are. */
export async function upsertCustomer(trx: OpenTransaction, customer: CustomerData): Promise<void> {
  const { account_id: _id, created_at: _createdAt, ...changes } = customer;
  await trx
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
    .execute();
}

type Card = Record<'paymentMethod' | 'brand' | 'last4' | 'expiresOn', string>;

/** The card that is charged from now on; `expiresOn` is the last day of its last month. */
export async function saveCard(trx: OpenTransaction, accountId: string, card: Card): Promise<void> {
  await trx
    .updateTable('customers')
    .set({
      card_payment_method: card.paymentMethod,
      card_brand: card.brand,
      card_last4: card.last4,
      card_expires_on: card.expiresOn,
    })
    .where('account_id', '=', accountId)
    .where('kind', 'is not', null)
    .execute();
}

export async function forgetCard(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx
    .updateTable('customers')
    .set({ card_payment_method: null, card_brand: null, card_last4: null, card_expires_on: null })
    .where('account_id', '=', accountId)
    .execute();
}

export async function saveProviderCustomer(trx: OpenTransaction, accountId: string, id: string): Promise<void> {
  await trx.updateTable('customers').set({ stripe_customer_id: id }).where('account_id', '=', accountId).execute();
}

/** Leaves the provider's id of the customer, until the provider has confirmed that it knows nothing any more. */
export async function eraseCustomer(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx
    .updateTable('customers')
    .set({
      kind: null,
      full_name: null,
      company: null,
      email: null,
      street: null,
      house_number: null,
      postal_code: null,
      town: null,
      country: null,
      vat_number: null,
      locale: null,
      vat_state: 'none',
      vat_checked_at: null,
      card_payment_method: null,
      card_brand: null,
      card_last4: null,
      card_expires_on: null,
    })
    .where('account_id', '=', accountId)
    .execute();
  await trx
    .deleteFrom('customers')
    .where('account_id', '=', accountId)
    .where('stripe_customer_id', 'is', null)
    .execute();
}

export async function exportCustomer(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown> | null> {
  const row = await findCustomer(trx, accountId);
  if (!row) return null;
  return {
    kind: row.kind,
    fullName: row.full_name,
    company: row.company,
    email: row.email,
    street: row.street,
    houseNumber: row.house_number,
    postalCode: row.postal_code,
    town: row.town,
    country: row.country,
    vatNumber: row.vat_number,
    vatState: row.vat_state,
    vatCheckedAt: row.vat_checked_at,
    locale: row.locale,
    card: { brand: row.card_brand, last4: row.card_last4, expiresOn: row.card_expires_on },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    vatChecks: await trx
      .selectFrom('vat_checks')
      .select(['id', 'vat_number', 'state', 'raw', 'checked_at'])
      .where('account_id', '=', accountId)
      .orderBy('checked_at')
      .execute(),
  };
}

/** What was left of an erased customer. */
export async function deleteCustomer(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx.deleteFrom('customers').where('account_id', '=', accountId).where('kind', 'is', null).execute();
}
