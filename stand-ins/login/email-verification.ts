import { type Account, normalizeEmail } from './accounts.ts';
import type { Translate } from './messages.ts';
import type { Provider } from './provider.ts';

/** The address is confirmed; whatever else was mailed for it is used up with that. */
export function confirmAddress(provider: Provider, accountId: string): void {
  provider.mailedTokens.spendAll('email-verification', accountId);
  provider.accounts.markVerified(accountId);
}

/**
 * Confirms the address of `account` when `code` was mailed to it. Otherwise says what is wrong, and the same of an
 * address without an account as of a wrong code.
 */
export function confirmByCode(
  provider: Provider,
  { email, account, code }: { email: string; account: Account | undefined; code: string },
  t: Translate,
): { status: number; sentence: string } | undefined {
  if (!code.trim()) return { status: 422, sentence: t('codeMissing') };
  const who = normalizeEmail(email);
  const waitMs = provider.codeGuesses.waitMs(who);
  if (waitMs > 0) return { status: 429, sentence: t('tooManyCodes', { minutes: Math.ceil(waitMs / 60_000) }) };
  if (!account || !provider.mailedTokens.matchesCode('email-verification', account.id, code)) {
    provider.codeGuesses.recordWrong(who);
    return { status: 422, sentence: t('codeWrong') };
  }
  provider.codeGuesses.forget(who);
  confirmAddress(provider, account.id);
  return undefined;
}
