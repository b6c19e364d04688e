import { retention } from './retention.ts';

/**
 * A promise that no code keeps and no command shows: somebody looks once a year, and says so with `attest <id>`, which stays in
 * the record of actions.
 */
interface Attestation {
  id: string;
  /** Of `promises.ts` or `duties.ts`. */
  promises: readonly string[];
  /** What is confirmed. */
  what: string;
}

export const attestationMonths = 12;

/** The longest life of the login provider's cookies (Cookie Policy 2). */
export const loginCookieDays = 400;

export const attestations: readonly Attestation[] = [
  {
    id: 'support-mail',
    promises: ['support-kept', 'support-money-kept'],
    what: `In the support mailbox, and in its archives and backups, nothing is older than ${retention.supportEmailYears} years, and nothing with financial content older than ${retention.financialSupportEmailYears}.`,
  },
  {
    id: 'ai-logs',
    promises: ['ai-logs'],
    what: `By its contract and its settings for our project, the AI provider keeps requests for at most ${retention.aiRequestLogDays} days.`,
  },
  {
    id: 'hosting',
    promises: [],
    what: 'The servers and the mail of the service are in Switzerland or in the EEA (Privacy Policy 6).',
  },
  {
    id: 'recipients',
    promises: [],
    what: 'Nobody but the recipients named in Privacy Policy 6 receives personal data, also not by a log, a tool for support or a new contract.',
  },
  {
    id: 'backup-copies',
    promises: ['backup-clean'],
    what: `Of the copies of dumps on other machines, and of other backups of the servers, none is older than ${retention.backupDays} days.`,
  },
  {
    id: 'login-cookies',
    promises: [],
    what: `After a sign-in, the browser's storage shows for no cookie of the login provider a life of more than ${loginCookieDays} days.`,
  },
  {
    id: 'request-channels',
    promises: ['requests-answered-by-people'],
    what: 'What arrives at the request portal and at both representatives is read and reaches the register.',
  },
];
