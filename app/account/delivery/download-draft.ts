import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { type ConfirmationName, confirmationNames } from '../../../shared/business/documents.ts';
import { isEligibleCountry } from '../../../shared/business/eligibility.ts';
import { textLimits } from '../../../shared/business/field-lengths.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import { readSessionEntry, writeSessionEntry } from '../../site/session-storage.ts';
import { downloadDraftKey } from '../session/personal-entries.ts';

/** What a visitor has entered so far. Kept in session storage, so that nothing that happens to the page loses it. */
export interface DownloadDraft {
  platform: Platform;
  /** `null` until the visitor changes what the session prefilled. */
  fullName: string | null;
  email: string | null;
  country: string;
  downloadKey: string;
  confirmations: Record<ConfirmationName, boolean>;
}

/** No box ticked. */
export const noConfirmations: DownloadDraft['confirmations'] = {
  terms: false,
  cookies: false,
  diskSpace: false,
  beta: false,
};

const text = (value: unknown, longest: number): string | null =>
  typeof value === 'string' ? value.slice(0, longest * 2) : null;

/** Whose draft it is, and which document versions its ticks are for. */
export interface DraftContext {
  userId: string;
  documents: DocumentVersion[];
}

/**
 * The stored draft of this user, or an empty one. Ticks count only for the document versions they were given for.
 * Stored data is not trusted: malformed values count as not entered.
 */
export function readDraft({ userId, documents }: DraftContext): DownloadDraft {
  const kept = (readSessionEntry(downloadDraftKey) ?? {}) as Partial<
    Record<keyof (DownloadDraft & DraftContext), unknown>
  >;
  const stored = kept.userId === userId ? kept : {};
  const isSameText = JSON.stringify(stored.documents) === JSON.stringify(documents);
  const confirmations = (isSameText && stored.confirmations ? stored.confirmations : {}) as Partial<
    Record<ConfirmationName, unknown>
  >;
  const platform = stored.platform as Platform;
  return {
    platform: Object.hasOwn(platforms, String(platform)) && platforms[platform].available ? platform : 'windows',
    fullName: text(stored.fullName, textLimits.fullName.max),
    email: text(stored.email, textLimits.email.max),
    country: isEligibleCountry(stored.country) ? stored.country : '',
    downloadKey: text(stored.downloadKey, textLimits.downloadKey.max) ?? '',
    confirmations: Object.fromEntries(
      confirmationNames.map((name) => [name, confirmations[name] === true]),
    ) as DownloadDraft['confirmations'],
  };
}

/** Keeps the draft for this tab. */
export function keepDraft(draft: DownloadDraft, context: DraftContext): void {
  writeSessionEntry(downloadDraftKey, { ...draft, ...context });
}

/** Clears the ticks after submission: the next download asks again. */
export function forgetConfirmations(): void {
  const kept = readSessionEntry(downloadDraftKey);
  if (kept && typeof kept === 'object') writeSessionEntry(downloadDraftKey, { ...kept, confirmations: {} });
}

/**
 * Whether the button is enabled: every checkbox shown is ticked and a country chosen, nothing else (specification 5).
 */
export function mayAccept(draft: DownloadDraft, asked: readonly ConfirmationName[]): boolean {
  return draft.country !== '' && asked.every((name) => draft.confirmations[name]);
}
