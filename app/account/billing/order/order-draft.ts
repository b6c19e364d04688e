import { type PaymentMethod, paymentMethods } from '../../../../shared/business/sales.ts';
import { readSessionEntry, writeSessionEntry } from '../../../site/session-storage.ts';
import { orderDraftKey } from '../../session/personal-entries.ts';
import type { CustomerDraft } from './customer-fields.ts';

interface OrderDraft {
  userId: string;
  /** What was typed and not yet saved; null once it is. */
  customer: CustomerDraft | null;
  method: PaymentMethod;
}

/** Longer than any field may be: a stored text is shown, and judged, as it was typed. */
const longest = 300;

/** What this person has typed in this tab. Stored data is not trusted: malformed values count as not entered. */
export function readOrderDraft(userId: string, empty: CustomerDraft): Omit<OrderDraft, 'userId'> {
  const kept = (readSessionEntry(orderDraftKey) ?? {}) as Partial<Record<keyof OrderDraft, unknown>>;
  const stored = kept.userId === userId ? kept : {};
  const texts =
    stored.customer && typeof stored.customer === 'object' ? (stored.customer as Record<string, unknown>) : null;
  const text = (field: string) =>
    typeof texts?.[field] === 'string' ? (texts[field] as string).slice(0, longest) : '';
  return {
    customer: texts && {
      ...(Object.fromEntries(Object.keys(empty).map((field) => [field, text(field)])) as unknown as CustomerDraft),
      kind: texts.kind === 'business' ? 'business' : 'private',
    },
    method: paymentMethods.find((method) => method === stored.method) ?? 'card',
  };
}

/** Keeps what was typed, for this tab. */
export function keepOrderDraft(draft: OrderDraft): void {
  writeSessionEntry(orderDraftKey, draft);
}
