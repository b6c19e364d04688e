import { toHex } from '../../shared/hex.ts';

/**
 * SHA-256 of the sentence beside each box, exactly as displayed: what was agreed to can be proven, also where a page is older than the
 * service. Empty where the browser cannot compute it (`crypto.subtle` needs a secure context); signing in needs one, too.
 */
export async function hashShownSentences<Name extends string>(
  names: readonly Name[],
  idOf: (name: Name) => string,
): Promise<Partial<Record<Name, string>>> {
  const hashes = names.map(async (name): Promise<[Name, string] | null> => {
    const text = document.querySelector(`label[for="${idOf(name)}"]`)?.textContent;
    if (!text || !crypto.subtle) return null;
    return [name, toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))];
  });
  const entries = (await Promise.all(hashes)).filter((entry) => entry !== null);
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
