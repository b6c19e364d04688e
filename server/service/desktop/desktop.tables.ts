import { retention } from '../../../shared/business/retention.ts';
import { comparison, endsWithAccount, person, pseudonym } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';

/** When somebody signed in to the desktop app, so that no refresh of a token prolongs it. */
interface DesktopSessionsRow {
  /** SHA-256 of the login provider's session id, in hexadecimal digits. */
  session_sha256: string;
  account_id: string;
  signed_in_at: Date;
}

export interface DesktopTables {
  desktop_sessions: DesktopSessionsRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends DesktopTables {}
}

export const desktopTables = {
  desktop_sessions: {
    rows: 'changeable',
    kept: {
      session_sha256: pseudonym('desktop-sessions', comparison),
      account_id: pseudonym('desktop-sessions', comparison),
      signed_in_at: person('desktop-sessions', 'desktopSignIns'),
    },
    terms: [
      {
        rule: 'desktop-sessions',
        id: 'account_id',
        start: 'signed_in_at',
        period: `${retention.desktopSignInRecordDays} days`,
      },
      endsWithAccount('account_id', 'account_id'),
    ],
  },
} as const satisfies TableRules<DesktopTables>;
