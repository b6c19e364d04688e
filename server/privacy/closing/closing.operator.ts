import { retention } from '../../../shared/business/retention.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { findErasureCutoff, markLoginRemoved, requireAccount } from '../../people/accounts/accounts.ts';
import { findLoginsToRemove, isLoginToRemove } from './closing.queries.ts';
import { endForCompany, endForHolder, goOnWith, isRestorable } from './closing.ts';

/**
 * Ends an account: links, updates and API calls stop working, what was bought ends with it, and the retention period of its
 * acceptances begins (specification 9). Its data is erased 30 days later, and its user at the login provider removed. Its
 * holder is told as after closing it themselves; of what the company decides, another mail gives the reasons.
 */
export const accountEnd: TransactionCommand = {
  kind: 'transaction',
  name: 'account end',
  usage: '<account id> [--by-company]',
  summary: 'Ends an account, as its holder asked for or by the company’s decision',
  async run(act, args) {
    const { trx, now } = act;
    const { values, positionals } = readOptions(args, { 'by-company': { type: 'boolean' } });
    const account = await requireAccount(trx, positionals);
    const { id, ended_at } = account;
    if (ended_at)
      return { lines: [`It has ended already, at ${ended_at.toISOString()}.`], outcome: 'none', subject: id };
    if (values['by-company']) await endForCompany(act, id);
    else await endForHolder(act, account);
    return {
      lines: [
        `The account ${id} has ended at ${now.toISOString()}.`,
        `For ${retention.deletedAccountDays} days "account restore ${id}" undoes this; then its data is erased.`,
        `Its acceptances are removed ${retention.policyAcceptanceMonthsAfterAccount} months after its end.`,
      ],
      outcome: values['by-company'] ? 'ended by the company' : 'ended',
      subject: id,
    };
  },
};

/** For 30 days, support can restore a deleted account for its holder (specification 4). */
export const accountRestore: TransactionCommand = {
  kind: 'transaction',
  name: 'account restore',
  usage: '<account id>',
  summary: `Takes back that an account has ended, for ${retention.deletedAccountDays} days`,
  async run(act, args) {
    const { trx, now } = act;
    const account = await requireAccount(trx, args);
    const { id, ended_at } = account;
    if (!ended_at) return { lines: ['It has not ended.'], outcome: 'none', subject: id };
    if (!isRestorable(account, now))
      throw new OperatorMistake(
        `It ended at ${ended_at.toISOString()}, ${retention.deletedAccountDays} days ago or more: it is erased.`,
      );
    await goOnWith(act, account);
    return { lines: [`The account ${id} goes on.`], outcome: 'restored', subject: id };
  },
};

const listedIds = 200;

/** For a user whom the provider does not remove when it is asked, or where it cannot be asked. */
export const accountLoginRemoved: TransactionCommand = {
  kind: 'transaction',
  name: 'account login-removed',
  usage: '[<account id>]',
  summary:
    'Notes that the user of an erased account was removed at the login provider by hand; without an id, lists them',
  async run({ trx, now }, [id, ...rest]) {
    if (rest.length) throw new OperatorMistake('Give one account id at most.');
    const cutoff = findErasureCutoff(now);
    if (id === undefined) {
      const ids = await findLoginsToRemove(trx, cutoff, listedIds);
      const lines = ids.length ? ids : ['No user of an erased account is left at the login provider.'];
      return { lines, outcome: `listed: ${ids.length}` };
    }
    if (!(await isLoginToRemove(trx, cutoff, id)))
      throw new OperatorMistake('This is no erased account whose user is left; without an id, the command lists them.');
    await markLoginRemoved(trx, id, now);
    return { lines: [`The user ${id} is noted as removed.`], outcome: 'noted', subject: id };
  },
};
