import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';

/** What the page of one's own usage shows. */
export interface KnownUsage {
  usage: UsageAnswer;
  account: AccountAnswer;
}
