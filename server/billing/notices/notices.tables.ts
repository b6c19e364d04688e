import type { Selectable } from 'kysely';
import type { NoticeRequest } from '../../../shared/api/notices.ts';
import type { Locale } from '../../../shared/locales.ts';
import { bookDayOf, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** A withdrawal or cancellation that was sent in without a sign-in. */
interface NoticeRow {
  id: string;
  kind: NoticeRequest['kind'];
  full_name: string;
  email: string;
  contract: string;
  locale: Locale;
  received_at: Date;
}

/** Why a person has found that it ends no contract. */
export const dismissalReasons = ['no-contract', 'repeated', 'misuse', 'answered'] as const;
export type DismissalReason = (typeof dismissalReasons)[number];

/** One that ends no contract. */
interface NoticeDismissalRow {
  /** That of what was sent in. */
  id: string;
  reason: DismissalReason;
  dismissed_at: Date;
}

export interface NoticesTables {
  notices: AppendOnly<NoticeRow>;
  notice_dismissals: AppendOnly<NoticeDismissalRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends NoticesTables {}
}

export const noticesTables = {
  notices: {
    rows: 'append-only',
    kept: {
      id: pseudonym('books', 'notices'),
      kind: 'impersonal',
      full_name: person('books', 'notices'),
      email: person('books', 'notices'),
      contract: person('books', 'notices'),
      locale: person('books', 'notices'),
      received_at: person('books', 'notices'),
    },
    terms: [keptInBooks(bookDayOf('received_at'))],
  },
  notice_dismissals: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      reason: 'impersonal',
      dismissed_at: 'impersonal',
    },
  },
} as const satisfies TableRules<NoticesTables>;

export type Notice = Selectable<NoticeRow>;
