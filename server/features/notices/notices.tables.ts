import type { Selectable } from 'kysely';
import type { NoticeRequest } from '../../../shared/api/notices.ts';
import type { Locale } from '../../../shared/locales.ts';
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

export interface NoticesTables {
  notices: AppendOnly<NoticeRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends NoticesTables {}
}

export const noticesTables = { notices: 'append-only' } as const satisfies TableRules<NoticesTables>;

export type Notice = Selectable<NoticeRow>;
