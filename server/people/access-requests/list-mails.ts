import { access, type WaitingList } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import { utcDayOf } from '../../../shared/days.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, type PagePath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import type { LetterValues } from '../../contract/letters.ts';
import { enqueueMail, lettersOf } from '../../platform/mails/mails.ts';
import { confirmationPath, leavingPath } from './access-links.ts';
import { countryName } from './access-mails.ts';
import type { ListRequest } from './access-requests.tables.ts';

const kinds = ['sale-confirm', 'sale-waiting', 'sale-told', 'macos-confirm', 'macos-waiting', 'macos-told'] as const;
type Kind = (typeof kinds)[number];

/** All mails about a place on a list. */
export const listMailKinds: Readonly<Record<WaitingList, readonly Kind[]>> = {
  sale: ['sale-confirm', 'sale-waiting', 'sale-told'],
  macos: ['macos-confirm', 'macos-waiting', 'macos-told'],
};

/** The register that has to confirm the VAT number of a company abroad, as in `findAudience`. */
const register = 'VIES';

type Asked = Pick<ListRequest, 'country' | 'kind'>;

function valuesFor(locale: Locale, { country, kind }: Asked, leave: string): LetterValues {
  const name = country && countryName(locale, country);
  return {
    hours: String(access.confirmationHours),
    days: String(retention.toldListRequestDays),
    private: kind === 'private' ? name : null,
    business: kind === 'business' ? name : null,
    register: kind === 'business' && country !== 'CH' ? register : null,
    leave,
  };
}

export const listLetters = lettersOf('list-mails', kinds, (locale) =>
  valuesFor(locale, { country: 'IT', kind: 'business' }, 'https://www.example.com/leave'),
);

/** One mail with `occasion`, which tells it from others of its kind to the same person. */
async function mailAsker(
  act: Act,
  request: ListRequest,
  { kind, occasion, path }: { kind: Kind; occasion: string; path: string },
): Promise<void> {
  const { id, account_id, purpose, email, locale } = request;
  const { siteOrigin } = act.config;
  const unsubscribeUrl = `${siteOrigin}${leavingPath(act.config, id)}?list=${purpose}`;
  const content = await listLetters.write(kind, locale, valuesFor(locale, request, unsubscribeUrl), siteOrigin + path);
  await enqueueMail(act, {
    ...content,
    unsubscribeUrl,
    kind,
    dedupeKey: `${kind} ${id} ${occasion}`,
    accountId: account_id,
    to: email,
  });
}

/** The list decides on the words of the page behind the link, also once nothing is known of it any more. */
export const mailListConfirmation = (act: Act, request: ListRequest) =>
  mailAsker(act, request, {
    kind: `${request.purpose}-confirm`,
    occasion: request.asked_at.toISOString(),
    path: `${confirmationPath(act.config, request)}?list=${request.purpose}`,
  });

const meanwhile: Readonly<Record<WaitingList, PagePath>> = { sale: paths.pricing, macos: paths.downloadGuide };

/** At most one a day, and one that answers whoever asks for something else: it says what is recorded, and how that is changed. */
export const mailListWaiting = (act: Act, request: ListRequest, { isSame = true }: { isSame?: boolean } = {}) =>
  mailAsker(act, request, {
    kind: `${request.purpose}-waiting`,
    occasion: utcDayOf(act.now) + (isSame ? '' : ' other'),
    path: localizedPath(meanwhile[request.purpose], request.locale),
  });

const whatIsThere: Readonly<Record<WaitingList, PagePath>> = { sale: paths.pricing, macos: paths.download };

/** What somebody has waited for: once for each time that they asked. */
export const mailListTold = (act: Act, request: ListRequest) =>
  mailAsker(act, request, {
    kind: `${request.purpose}-told`,
    occasion: request.asked_at.toISOString(),
    path: localizedPath(whatIsThere[request.purpose], request.locale),
  });
