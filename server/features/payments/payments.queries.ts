import type { OpenTransaction } from '../../database/schema.ts';

/** Payments with what they are for, refunds, and tries by card. */
export async function exportPayments(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const payments = await trx
    .selectFrom('payments')
    .leftJoin('bank_entries', 'bank_entries.id', 'payments.bank_entry_id')
    .select([
      'payments.id',
      'payments.method',
      'payments.amount_rappen',
      'payments.received_on',
      'payments.provider_ref',
      'payments.bank_entry_id',
      'payments.operator_ref',
      'payments.booked_at',
      'bank_entries.booked_on',
      'bank_entries.value_on',
      'bank_entries.debtor_name',
      'bank_entries.debtor_iban',
      'bank_entries.message',
      'bank_entries.reference',
    ])
    .where('account_id', '=', accountId)
    .orderBy('payments.booked_at')
    .execute();
  const exported = [];
  for (const payment of payments)
    exported.push({
      ...payment,
      allocations: await trx
        .selectFrom('allocations')
        .select(['invoice_id', 'amount_rappen', 'allocated_at'])
        .where('payment_id', '=', payment.id)
        .orderBy('allocated_at')
        .execute(),
      refunds: await trx
        .selectFrom('refunds')
        .select(['amount_rappen', 'reason', 'state', 'wanted_at', 'sent_at'])
        .where('payment_id', '=', payment.id)
        .orderBy('wanted_at')
        .execute(),
    });
  return exported;
}

export async function exportAttempts(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  return trx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}
