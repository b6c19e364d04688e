import type { TaxRegistration } from '../../../shared/business/vat.ts';
import type { Queries } from '../../database/schema.ts';

/** Where the operator is, was or will be registered for tax, each from a day on. */
export async function findTaxRegistrations(queries: Queries): Promise<TaxRegistration[]> {
  const changes = await queries
    .selectFrom('tax_registrations')
    .select(['regime', 'change', 'on_day'])
    .orderBy('on_day')
    .orderBy('recorded_at')
    .execute();
  const registrations: TaxRegistration[] = [];
  for (const { regime, change, on_day } of changes) {
    const running = registrations.find(({ kind, until }) => kind === regime && until === null);
    if (change === 'start' && !running) registrations.push({ kind: regime, from: on_day, until: null });
    if (change === 'end' && running) running.until = on_day;
  }
  return registrations;
}
