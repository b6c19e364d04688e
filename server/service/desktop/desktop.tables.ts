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

export const desktopTables = { desktop_sessions: 'changeable' } as const satisfies TableRules<DesktopTables>;
