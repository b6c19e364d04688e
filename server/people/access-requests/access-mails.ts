import { access } from '../../../shared/business/access.ts';
import { installer } from '../../../shared/business/product.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import { enqueueMail, lettersOf } from '../../platform/mails/mails.ts';
import { confirmationPath, leavingPath } from './access-links.ts';
import type { AccessRequest } from './access-requests.tables.ts';

const kinds = ['access-confirm', 'access-waiting', 'invitation', 'country-added'] as const;
type Kind = (typeof kinds)[number];

/** All mails of the waiting list; an account's are others. */
export const accessMailKinds: readonly string[] = kinds;

export const countryName = (locale: Locale, country: string) =>
  new Intl.DisplayNames(formattingLocales[locale], { type: 'region' }).of(country) ?? country;

const valuesFor = (locale: Locale, { country, guide, leave }: Record<'country' | 'guide' | 'leave', string>) => ({
  hours: String(access.confirmationHours),
  days: String(access.invitationDays),
  gigabytes: String(installer.downloadGigabytes),
  country: countryName(locale, country),
  guide,
  leave,
});

export const accessLetters = lettersOf('access-mails', kinds, (locale) =>
  valuesFor(locale, {
    country: 'CH',
    guide: 'https://www.example.com/guide',
    leave: 'https://www.example.com/leave',
  }),
);

/** One mail with `occasion`, which tells it from others of its kind to the same person. */
async function mailAsker(
  act: Act,
  request: AccessRequest,
  { kind, occasion, path }: { kind: Kind; occasion: string; path: string },
): Promise<void> {
  const { id, account_id, email, country, locale } = request;
  const { siteOrigin } = act.config;
  const unsubscribeUrl = siteOrigin + leavingPath(act.config, id);
  const guide = siteOrigin + localizedPath(paths.downloadGuide, locale);
  const values = valuesFor(locale, { country, guide, leave: unsubscribeUrl });
  const content = await accessLetters.write(kind, locale, values, siteOrigin + path);
  await enqueueMail(act, {
    ...content,
    unsubscribeUrl,
    kind,
    dedupeKey: `${kind} ${id} ${occasion}`,
    accountId: account_id,
    to: email,
  });
}

export const mailConfirmation = (act: Act, request: AccessRequest) =>
  mailAsker(act, request, {
    kind: 'access-confirm',
    occasion: request.asked_at.toISOString(),
    path: confirmationPath(act.config, request),
  });

/** At most one a day. */
export const mailWaiting = (act: Act, request: AccessRequest) =>
  mailAsker(act, request, {
    kind: 'access-waiting',
    occasion: utcDayOf(act.now),
    path: localizedPath(paths.beta, request.locale),
  });

/** `token` is the login provider's; without one, anybody can sign up all the same. */
export function mailInvitation(act: Act, request: AccessRequest, token: string | undefined) {
  const { now } = act;
  const query = new URLSearchParams({ screen_hint: 'sign-up', ...(token && { invitation_token: token }) });
  const path = localizedPath(`${paths.login}?${query}`, request.locale);
  return mailAsker(act, request, { kind: 'invitation', occasion: now.toISOString(), path });
}

export const mailCountryAdded = (act: Act, request: AccessRequest) =>
  mailAsker(act, request, {
    kind: 'country-added',
    occasion: request.country,
    path: localizedPath(paths.beta, request.locale),
  });
