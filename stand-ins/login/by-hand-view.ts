import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import type { Account } from './accounts.ts';
import type { LoginConfig } from './config.ts';
import type { Faults } from './faults.ts';
import type { Translate } from './messages.ts';
import type { Membership, Organization } from './organizations.ts';

/** Parts of the page, by the name in the address. */
export const sections = [
  'accounts',
  'verification',
  'reset',
  'organizations',
  'invitation',
  'impersonation',
  'faults',
  'keys',
  'cookie-mode',
] as const;
export type Section = (typeof sections)[number];

/** An account with what belongs to it. */
export interface KnownAccount extends Account {
  memberships: readonly Membership[];
  sessionCount: number;
}

export interface ByHandView {
  locale: Locale;
  t: Translate;
  config: LoginConfig;
  transaction: string;
  accounts: readonly KnownAccount[];
  organizations: readonly (Organization & { members: readonly { accountId: string; email: string; role: string }[] })[];
  faults: Faults;
  keyIds: readonly string[];
  /** What the last form did, said where it stands. */
  done: { section: Section; sentence: string } | undefined;
}

/** The site's initiate-login address. */
export function siteAddress(config: LoginConfig, parameters: Record<string, string>): string {
  return `${config.siteOrigins[0]}${paths.login}?${new URLSearchParams(parameters)}`;
}
