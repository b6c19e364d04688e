import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import type { Account } from './accounts.ts';
import { emailVerificationPath } from './addresses.ts';
import { type Invitation, invitationLifeMs } from './invitations.ts';
import { mailedTokenLifeMs } from './mailed-tokens.ts';
import { translator } from './messages.ts';
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
export function sendVerificationMail(provider: Provider, account: Account, locale: Locale): void {
  const t = translator(locale);
  const { token, code } = provider.mailedTokens.issue('email-verification', account.id);
  const query = new URLSearchParams({ token, ui_locales: locale });
  const link = `${provider.config.ownOrigin}${emailVerificationPath}?${query}`;
  provider.outbox.send({
    to: account.email,
    language: locale,
    subject: t('mailVerificationSubject'),
    text: t('mailVerificationText', { name: nameOf(account), link, code, hours: mailedLife.verificationHours }),
  });
}

/** Mails a link to set a new password. It leads through the site, whose browser must begin every sign-in (PKCE). */
export function sendPasswordResetMail(provider: Provider, account: Account, locale: Locale): void {
  const t = translator(locale);
  const { token } = provider.mailedTokens.issue('password-reset', account.id);
  provider.outbox.send({
    to: account.email,
    language: locale,
    subject: t('mailResetSubject'),
    text: t('mailResetText', {
      name: nameOf(account),
      email: account.email,
      link: siteLink(provider, locale, { screen_hint: 'sign-in', password_reset_token: token }),
      minutes: mailedLife.resetMinutes,
    }),
  });
}

/** Mails an invitation; answers the link. */
export function sendInvitation(
  provider: Provider,
  { email, organizationId }: Pick<Invitation, 'email' | 'organizationId'>,
  token: string,
  locale: Locale,
): string {
  const t = translator(locale);
  const link = siteLink(provider, locale, { screen_hint: 'sign-up', invitation_token: token });
  const organization = organizationId === null ? undefined : provider.organizations.find(organizationId)?.name;
  const values = { link, days: mailedLife.invitationDays, ...(organization !== undefined && { organization }) };
  provider.outbox.send({
    to: email,
    language: locale,
    subject: t(organization === undefined ? 'mailInvitationSubject' : 'mailOrganizationSubject', values),
    text: t(organization === undefined ? 'mailInvitationText' : 'mailOrganizationText', values),
  });
  return link;
}

const nameOf = ({ firstName, email }: Account) => firstName ?? email;

/** The site's initiate-login address. */
function siteLink(provider: Provider, locale: Locale, parameters: Record<string, string>): string {
  return `${provider.config.siteOrigins[0]}${paths.login}?${new URLSearchParams({ lang: locale, ...parameters })}`;
}
