import { writeSessionEntry } from '../../site/session-storage.ts';

/** Session storage entry of the download form's draft; the cookie policy names it. */
export const downloadDraftKey = 'writing-ant:download-draft';

/** Session storage entry of what was typed for an order; the cookie policy names it. */
export const orderDraftKey = 'writing-ant:order-draft';

/** Removes what this tab keeps of the person who signs out. */
export function forgetPersonalEntries(): void {
  writeSessionEntry(downloadDraftKey, undefined);
  writeSessionEntry(orderDraftKey, undefined);
}
