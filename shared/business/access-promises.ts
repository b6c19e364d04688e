import { access } from './access.ts';
import type { PeriodPromise } from './promise-types.ts';
import { retention } from './retention.ts';

const verified = 'server/platform/retention/verify.test.ts';
const inRetention = (name: keyof typeof retention) => ({ constant: `retention#${name}`, value: retention[name] });

/** Those of `promises.ts` that are due to whoever is on a waiting list. */
export const accessPromises: readonly PeriodPromise[] = [
  {
    id: 'accepted-access-requests',
    ...inRetention('acceptedAccessRequestDays'),
    quoted: 'retention.accepted-access-request-days',
    keeper: {
      kind: 'code',
      symbol: 'server/people/access-requests/access-requests.ts#accessRetention',
      test: verified,
    },
  },
  {
    id: 'access-requests-kept',
    ...inRetention('accessRequestMonths'),
    quoted: 'retention.access-request-months',
    messages: ['beta.access.note'],
    keeper: {
      kind: 'code',
      symbol: 'server/people/access-requests/access-requests.ts#accessRetention',
      test: verified,
    },
  },
  {
    id: 'list-requests-kept',
    ...inRetention('listRequestMonths'),
    quoted: 'retention.list-request-months',
    messages: ['lists.note'],
    keeper: {
      kind: 'code',
      symbol: 'server/people/access-requests/list-requests.ts#listRetention',
      test: verified,
    },
  },
  {
    id: 'told-list-requests',
    ...inRetention('toldListRequestDays'),
    quoted: 'retention.told-list-request-days',
    messages: ['lists.note', 'list-mails.letters.sale-told.paragraphs.4', 'list-mails.letters.macos-told.paragraphs.1'],
    keeper: {
      kind: 'code',
      symbol: 'server/people/access-requests/list-requests.ts#listRetention',
      test: verified,
    },
  },
  {
    id: 'invitation-link',
    constant: 'access#invitationDays',
    value: access.invitationDays,
    messages: ['access-mails.letters.invitation.paragraphs.0'],
    keeper: {
      kind: 'code',
      symbol: 'server/integrations/login-provider.ts#connectLoginProvider',
      test: 'server/people/access-requests/access-requests.test.ts',
    },
  },
];
