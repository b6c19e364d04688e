import { installer } from '../../../shared/business/product.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import { enqueueMail, lettersOf } from '../../platform/mails/mails.ts';
import { signUpMailKey } from '../accounts/accounts.ts';

const kind = 'sign-up-invitation';

const valuesFor = (guide: string) => ({ gigabytes: String(installer.downloadGigabytes), guide });

export const signUpLetters = lettersOf('sign-up-mails', [kind], () => valuesFor('https://www.example.com/guide'));

/** How the download goes, for somebody who has a sign-in and needs no invitation any more. One mail, however often it is asked for. */
export async function mailSignUpInvitation(
  act: Act,
  { userId, accountId, to, locale }: { userId: string; accountId: string | null; to: string; locale: Locale },
): Promise<void> {
  const { siteOrigin } = act.config;
  const values = valuesFor(siteOrigin + localizedPath(paths.downloadGuide, locale));
  const content = await signUpLetters.write(kind, locale, values, siteOrigin + localizedPath(paths.download, locale));
  await enqueueMail(act, { ...content, kind, dedupeKey: signUpMailKey(userId), accountId, to });
}
