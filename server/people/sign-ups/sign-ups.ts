import { emailPattern } from '../../../shared/email-address.ts';
import { defaultLocale, type Locale, locales } from '../../../shared/locales.ts';
import type { Queries } from '../../database/schema.ts';
import type { LoginUser } from '../../integrations/login-provider.ts';
import { isMailKnown } from '../../platform/mails/mails.ts';
import { findLastLanguage } from '../acceptances/acceptances.ts';
import { type Account, signUpMailKey } from '../accounts/accounts.ts';

/** `to be invited`, or why somebody is sent nothing. */
type Standing =
  | 'to be invited'
  | 'invited'
  | 'address not confirmed'
  | 'suspended'
  | 'ended'
  | 'restricted'
  | 'leaving';

/** Of somebody whom the login provider knows, with the account if there is one: most begin with a download. */
export async function findStanding(
  queries: Queries,
  { id, email, emailVerified }: LoginUser,
  account: Account | undefined,
  invitedAddresses: ReadonlySet<string>,
): Promise<Standing> {
  if (account && account.status !== 'active') return account.status;
  if (account?.restricted_at) return 'restricted';
  if (account?.closes_at) return 'leaving';
  if (invitedAddresses.has(email.toLowerCase()) || (await isMailKnown(queries, signUpMailKey(id)))) return 'invited';
  return emailVerified && emailPattern.test(email) ? 'to be invited' : 'address not confirmed';
}

/** The one in which somebody accepted texts last, or that of the page on which they signed in. */
export async function findLanguage(queries: Queries, { id, language }: LoginUser): Promise<Locale> {
  const ofProvider = locales.find((each) => each === language?.slice(0, 2).toLowerCase());
  return (await findLastLanguage(queries, id)) ?? ofProvider ?? defaultLocale;
}
