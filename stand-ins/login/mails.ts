import MailComposer from 'nodemailer/lib/mail-composer';
import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import type { Account } from './accounts.ts';
import { emailVerificationPath } from './addresses.ts';
import { type Invitation, invitationLifeMs } from './invitations.ts';
import { mailedTokenLifeMs } from './mailed-tokens.ts';
import { type MessageId, translator } from './messages.ts';
import type { Provider } from './provider.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Numbers that pages and mails mention. */
export const mailedLife = {
  verificationHours: mailedTokenLifeMs['email-verification'] / hourMs,
  resetMinutes: mailedTokenLifeMs['password-reset'] / minuteMs,
  invitationDays: invitationLifeMs / (24 * hourMs),
};

/** Mails a link and a code that confirm the address of an account. */
export async function sendVerificationMail(provider: Provider, account: Account, locale: Locale): Promise<void> {
  const { token, code } = provider.mailedTokens.issue('email-verification', account.id);
  const query = new URLSearchParams({ token, ui_locales: locale });
  await send(provider, account.email, locale, 'mailVerificationSubject', 'mailVerificationText', {
    name: nameOf(account),
    link: `${provider.config.ownOrigin}${emailVerificationPath}?${query}`,
    code,
    hours: mailedLife.verificationHours,
  });
}

/** The address is confirmed; whatever else was mailed for it is used up with that. */
export function confirmAddress(provider: Provider, accountId: string): void {
  provider.mailedTokens.spendAll('email-verification', accountId);
  provider.accounts.markVerified(accountId);
}

/** Mails a link to set a new password. It leads through the site, whose browser must begin every sign-in (PKCE). */
export async function sendPasswordResetMail(provider: Provider, account: Account, locale: Locale): Promise<void> {
  const { token } = provider.mailedTokens.issue('password-reset', account.id);
  await send(provider, account.email, locale, 'mailResetSubject', 'mailResetText', {
    name: nameOf(account),
    email: account.email,
    link: siteAddress(provider, { lang: locale, screen_hint: 'sign-in', password_reset_token: token }),
    minutes: mailedLife.resetMinutes,
  });
}

/** Mails an invitation; answers the link. */
export async function sendInvitation(
  provider: Provider,
  { email, organizationId }: Pick<Invitation, 'email' | 'organizationId'>,
  token: string,
  locale: Locale,
): Promise<string> {
  const link = siteAddress(provider, { lang: locale, screen_hint: 'sign-up', invitation_token: token });
  const organization = organizationId === null ? undefined : provider.organizations.find(organizationId)?.name;
  const values = { link, days: mailedLife.invitationDays };
  if (organization === undefined)
    await send(provider, email, locale, 'mailInvitationSubject', 'mailInvitationText', values);
  else
    await send(provider, email, locale, 'mailOrganizationSubject', 'mailOrganizationText', { ...values, organization });
  return link;
}

const nameOf = ({ firstName, email }: Account) => firstName ?? email;

/** The site's initiate-login address. */
export function siteAddress({ config }: Provider, parameters: Record<string, string>): string {
  return `${config.siteOrigins[0]}${paths.login}?${new URLSearchParams(parameters)}`;
}

/** Puts a mail into the folder that the development mail server shows, instead of sending it. */
async function send(
  provider: Provider,
  to: string,
  locale: Locale,
  subject: MessageId,
  text: MessageId,
  values: Record<string, string | number>,
): Promise<void> {
  const t = translator(locale);
  const message = new MailComposer({
    from: 'Writing Ant <no-reply@localhost>',
    to: { name: '', address: to },
    subject: t(subject, values),
    text: t(text, values),
    headers: { 'Content-Language': locale },
  });
  await provider.mailFolder.keep(await message.compile().build());
}
