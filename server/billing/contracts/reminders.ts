import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { addDays } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import type { Customer } from '../customers/customers.ts';
import type { Subscription, Term } from './subscriptions.tables.ts';

/** Months that are sold as a fixed term; one month is open-ended (billing.md, collision 10). */
const fixedMonths = 4;

/**
 * Whether the running term renewed one of four months without the reminder that a consumer in Italy has to be sent 30 days
 * before: then the renewal does not bind (Codice del consumo, Art. 65-bis). The invoice that a transfer is asked for by is
 * such a reminder. A mail that came back reminded nobody.
 */
export async function isRenewalUnbinding(
  queries: Queries,
  { id }: Pick<Subscription, 'id'>,
  terms: readonly Term[],
  customer: Pick<Customer, 'kind' | 'country'> | undefined,
): Promise<boolean> {
  const [before, last] = terms.slice(-2);
  if (customer?.kind !== 'private' || customer.country !== 'IT') return false;
  if (!last || before?.months !== fixedMonths || before.until_on !== last.from_on || last.months !== fixedMonths)
    return false;
  const about = `${id} clock ${last.from_on}`;
  const told = await queries
    .selectFrom('mails')
    .select('enqueued_at')
    .where((where) =>
      where.or([
        where('dedupe_key', '=', `renewal-reminder ${about}`),
        where('dedupe_key', 'like', `invoice-issued ${about} %`),
      ]),
    )
    .where('state', 'not in', ['bounced', 'suppressed'])
    .orderBy('enqueued_at')
    .executeTakeFirst();
  return !told || zurichDayOf(told.enqueued_at) > addDays(last.from_on, -contractPeriods.renewalReminderDays);
}
