import type { AccountAnswer, AccountEnder } from '../../../shared/api/account.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Act } from '../../contract/act.ts';
import { OperatorMistake } from '../../contract/command.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import {
  adoptMail,
  exportAddresses,
  findAddressState,
  forgetAddresses,
  isUndeliverable,
  withdrawMails,
} from '../../platform/mails/mails.ts';
import {
  type AccountRights,
  eraseAccountData,
  findAccount,
  lockAccount,
  setAccountStatus,
  setGoingOn,
  upsertAccount,
} from './accounts.queries.ts';
import type { Account } from './accounts.tables.ts';

export { describeData } from './account-lines.ts';
export {
  changeAccount,
  findAccount,
  findAccountsByEmail,
  findAccountsSince,
  forgetTracesOfObjectingAccounts,
  lockAccount,
  markLoginRemoved,
} from './accounts.queries.ts';
export type { Account } from './accounts.tables.ts';
export { mailboxOf } from './mailbox.ts';

/** What is stored about a customer (specification 3: stored account data). */
export interface AccountData {
  fullName: string;
  email: string;
  country: string;
  ipAddress: string;
  userAgent: string;
}

/** Of the mail that somebody with a sign-in may have had before there was an account. */
export const signUpMailKey = (userId: string): string => `sign-up-invitation ${userId}`;

/** Creates the account of the login provider's user, or updates its data; its status stays. */
export async function saveAccount({ trx, now }: Act, userId: string, data: AccountData): Promise<void> {
  await upsertAccount(trx, {
    id: userId,
    full_name: data.fullName,
    email: data.email,
    country: data.country,
    ip_address: data.ipAddress,
    user_agent: data.userAgent,
    created_at: now,
    updated_at: now,
    closes_at: null,
  });
  await adoptMail(trx, signUpMailKey(userId), userId);
}

/** They tell until when the account can be kept. */
const mailsOfAnEnd = ['closed', 'closing-soon'];

/**
 * The retention period of its acceptances starts at `at` (`shared/business/retention.ts`). Whoever was told that they can keep it
 * cannot where the company ends it. `rights` change with it.
 */
export async function endAccount(
  trx: OpenTransaction,
  id: string,
  at: Date,
  by: AccountEnder,
  rights: AccountRights = {},
): Promise<void> {
  await setAccountStatus(trx, id, { status: 'ended', ended_at: at, ended_by: by, ...rights });
  if (by === 'company') await withdrawMails(trx, id, mailsOfAnEnd);
}

/** What has ended goes on, and so does what was suspended; where it is still suspended for another reason, it stays so. */
export async function reopenAccount(trx: OpenTransaction, id: string, rights: AccountRights = {}): Promise<void> {
  await setGoingOn(trx, id, rights);
  await withdrawMails(trx, id, mailsOfAnEnd);
}

const restorableMs = retention.deletedAccountDays * dayMs;

/** Accounts that ended then or before are erased at `now`, to the millisecond, and nobody can restore them any more. */
export const findErasureCutoff = (now: Date): Date => new Date(now.getTime() - restorableMs);

export async function suspendAccount(trx: OpenTransaction, id: string): Promise<void> {
  await setAccountStatus(trx, id, { status: 'suspended', ended_at: null, ended_by: null });
  await withdrawMails(trx, id, mailsOfAnEnd);
}

/** Throws `account-ended`, `account-suspended` or `account-restricted`; an account with nothing stored yet is active. */
export async function requireActiveAccount(queries: Queries, id: string): Promise<void> {
  requireActive(await findAccount(queries, id));
}

/** The same, and whoever ends or suspends the account meanwhile waits until the transaction is over. */
export async function lockActiveAccount(trx: OpenTransaction, id: string): Promise<void> {
  requireActive(await lockAccount(trx, id));
}

/** As `lockActiveAccount`, for leaving: whoever may not use an account may still stop paying for it. Throws `account-ended`. */
export async function lockLivingAccount(trx: OpenTransaction, id: string): Promise<void> {
  if ((await lockAccount(trx, id))?.status === 'ended') throw new Problem('account-ended');
}

function requireActive(account: Account | undefined): void {
  if (account?.status === 'suspended') throw new Problem('account-suspended');
  if (account?.status === 'ended') throw new Problem('account-ended');
  if (account?.restricted_at) throw new Problem('account-restricted');
}

/** Its part of the account's answer. Before the first download nothing is stored, so the profile is empty. */
export async function describeOwnAccount(queries: Queries, id: string, now: Date): Promise<Partial<AccountAnswer>> {
  const account = await findAccount(queries, id);
  return {
    id,
    status: account?.status ?? 'active',
    end: account ? describeEnd(account) : null,
    restrictedAt: account?.restricted_at?.toISOString() ?? null,
    objectedAt: account?.objected_at?.toISOString() ?? null,
    closesAt: account?.closes_at?.toISOString() ?? null,
    profile: account ? describeProfile(account) : null,
    mailReturns: account?.email ? await isUndeliverable(queries, { accountId: id, email: account.email, now }) : false,
    emailState: account?.email ? await findAddressState(queries, id, account.email) : null,
  };
}

/** When an account ends because of its holder's country. */
export async function findClosingTime(queries: Queries, id: string): Promise<Date | null> {
  return (await findAccount(queries, id))?.closes_at ?? null;
}

function describeEnd({ ended_at: at, ended_by: by }: Account): AccountAnswer['end'] {
  return at && by && { at: at.toISOString(), by, erasedAt: new Date(at.getTime() + restorableMs).toISOString() };
}

function describeProfile({ full_name: fullName, email, country }: Account): AccountAnswer['profile'] {
  return fullName === null || email === null || country === null ? null : { fullName, email, country };
}

/** What is stored of the account itself. */
export async function exportOwnAccount(trx: OpenTransaction, id: string): Promise<Record<string, unknown>> {
  const account = await findAccount(trx, id);
  if (!account) return { account: null };
  return {
    account: {
      id,
      fullName: account.full_name,
      email: account.email,
      country: account.country,
      status: account.status,
      ipAddress: account.ip_address,
      userAgent: account.user_agent,
      createdAt: account.created_at,
      updatedAt: account.updated_at,
      endedAt: account.ended_at,
      endedBy: account.ended_by,
      loginRemovedAt: account.login_removed_at,
      restrictedAt: account.restricted_at,
      objectedAt: account.objected_at,
      closesAt: account.closes_at,
      suspendedAt: account.suspended_at,
      addresses: await exportAddresses(trx, id),
    },
  };
}

/** Also which addresses were given in it. */
export async function eraseOwnAccount(trx: OpenTransaction, id: string): Promise<void> {
  await forgetAddresses(trx, id);
  await eraseAccountData(trx, id);
}

/** The account that an operator's command names. Throws `OperatorMistake`. */
export async function requireAccount(trx: OpenTransaction, [id, ...rest]: string[]): Promise<Account> {
  if (!id || rest.length) throw new OperatorMistake('Give one account id; "account show <email>" tells it.');
  const account = await findAccount(trx, id);
  if (!account) throw new OperatorMistake('There is no account with this id; "account show <email>" tells the id.');
  return account;
}
