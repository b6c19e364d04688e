import { type ConfirmationName, confirmationNames } from '../../../shared/business/documents.ts';
import { toHex } from '../../../shared/hex.ts';

/**
 * SHA-256 of the sentence beside each box of `form`, exactly as displayed: a page may be older than the service. Empty
 * where the browser cannot compute it (`crypto.subtle` needs a secure context); signing in needs one, too.
 */
export async function hashShownSentences(form: HTMLFormElement): Promise<Partial<Record<ConfirmationName, string>>> {
  const hashes = confirmationNames.map(async (name): Promise<[ConfirmationName, string] | null> => {
    const text = form.querySelector(`label[for="confirmation-${name}"]`)?.textContent;
    if (!text || !crypto.subtle) return null;
    return [name, toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))];
  });
  return Object.fromEntries((await Promise.all(hashes)).filter((entry) => entry !== null));
}
