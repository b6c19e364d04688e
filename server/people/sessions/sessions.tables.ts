import { comparison, pseudonym, withinTheMinute } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';
import { maxTokenSeconds } from '../../http/authentication.ts';

/** A session that somebody signed out of, while tokens of it may still live. */
interface EndedSessionsRow {
  /** SHA-256 of the login provider's session id, in hexadecimal digits. */
  session_sha256: string;
  /** Tokens issued up to then are refused. On the machine's clock, as tokens are. */
  ended_at: Date;
}

export interface SessionsTables {
  ended_sessions: EndedSessionsRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends SessionsTables {}
}

export const sessionsTables = {
  ended_sessions: {
    rows: 'changeable',
    kept: {
      session_sha256: pseudonym('ended-sessions', comparison),
      ended_at: 'impersonal',
    },
    terms: [
      {
        rule: 'ended-sessions',
        id: 'session_sha256',
        start: 'ended_at',
        period: `${2 * maxTokenSeconds} seconds ${withinTheMinute}`,
        onMachineTime: true,
      },
    ],
  },
} as const satisfies TableRules<SessionsTables>;
