import { plans } from '../../../shared/business/plans.ts';
import { findPlanAt } from '../../billing/contracts/contracts.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { endGrant, saveGrant } from './grants.queries.ts';
import { describeQuotas } from './quota-state.ts';

/** An enterprise has what its contract says, and everything else as the largest plan does. */
const grantable = { moderate: 'moderate', high: 'high', enterprise: 'high' } as const;

/** Gives an account a plan without a purchase: to try it, to make up for something, or by contract. */
export const planGrant: TransactionCommand = {
  kind: 'transaction',
  name: 'plan grant',
  usage: `<account id> ${Object.keys(grantable).join('|')} [--online <requests a month>] [--until <YYYY-MM-DD>]`,
  summary: 'Gives an account a plan without a purchase, also that of an enterprise',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { online: { type: 'string' }, until: { type: 'string' } });
    const [, name = ''] = positionals;
    const plan = Object.hasOwn(grantable, name) ? grantable[name as keyof typeof grantable] : undefined;
    if (!plan || positionals.length !== 2)
      throw new OperatorMistake(`Give an account id and one of ${Object.keys(grantable).join(', ')}.`);
    if (name === 'enterprise' && !values.online) throw new OperatorMistake('An enterprise needs --online.');
    const online = values.online === undefined ? null : Number(values.online);
    if (online !== null && !(Number.isInteger(online) && online >= 1 && online <= 1_000_000))
      throw new OperatorMistake('--online is a whole number of requests a month, up to 1000000.');
    const until = values.until === undefined ? null : new Date(`${values.until}T00:00:00.000Z`);
    if (until && !(until > now)) throw new OperatorMistake('--until is a day to come, like 2027-06-30.');
    const id = await requireId(trx, positionals[0]);
    await saveGrant(trx, {
      ...{ account_id: id, plan, is_enterprise: name === 'enterprise' },
      ...{ online_requests: online, granted_at: now, until },
    });
    return {
      lines: [
        `${id} has the plan ${name} from now on${until ? `, until ${until.toISOString()}` : ''}.`,
        `Online requests a month: ${online ?? plans[plan].onlineRequestsPerMonth}; what was used before counts no more.`,
      ],
      outcome: `granted: ${name}`,
      subject: id,
    };
  },
};

export const planRevoke: TransactionCommand = {
  kind: 'transaction',
  name: 'plan revoke',
  usage: '<account id>',
  summary: 'Takes back a plan that was given',
  async run({ trx, now }, args) {
    const id = await requireId(trx, args.length === 1 ? args[0] : undefined);
    const wasGranted = await endGrant(trx, id, now);
    return {
      lines: [wasGranted ? `${id} has only what was bought, or Free.` : 'No plan was given to this account.'],
      outcome: wasGranted ? 'revoked' : 'none',
      subject: id,
    };
  },
};

/** What support sees when somebody asks where the requests went. */
export const usageShow: TransactionCommand = {
  kind: 'transaction',
  name: 'usage show',
  usage: '<account id>',
  summary: 'Shows the plan of an account and what it has used of it',
  async run({ trx, now }, args) {
    const id = await requireId(trx, args.length === 1 ? args[0] : undefined);
    const plan = await findPlanAt(trx, id, now);
    const { cycle, quotas } = await describeQuotas(trx, id, plan, now);
    const states = await trx
      .selectFrom('usage_requests')
      .select(['feature', 'state'])
      .select(({ fn }) => fn.countAll<number>().as('requests'))
      .where('account_id', '=', id)
      .where('requested_at', '>=', new Date(cycle!.start))
      .groupBy(['feature', 'state'])
      .orderBy('feature')
      .orderBy('state')
      .execute();
    const beyond = await trx
      .selectFrom('quota_counters')
      .select(['pool', 'over_quota'])
      .where('account_id', '=', id)
      .where('cycle_start', '=', new Date(cycle!.start))
      .where('over_quota', '>', 0)
      .execute();
    return {
      lines: [
        `${id}: plan ${plan!.heldAs}, month from ${cycle!.start} to ${cycle!.end}`,
        ...(['online', 'offline'] as const).map((pool) => {
          const { limit, used, remaining } = quotas[pool];
          return `${pool}: ${limit === null ? `${used} used, no limit` : `${used} of ${limit} used, ${remaining} left`}`;
        }),
        ...beyond.map(({ pool, over_quota }) => `${pool}: ${over_quota} reported beyond the quota, not counted`),
        ...states.map(({ feature, state, requests }) => `${feature} ${state}: ${Number(requests)}`),
      ],
      outcome: 'shown',
      subject: id,
    };
  },
};

async function requireId(trx: OpenTransaction, id: string | undefined): Promise<string> {
  if (!id) throw new OperatorMistake('Give one account id.');
  if (!(await lockAccount(trx, id))) throw new OperatorMistake(`There is no account ${id}.`);
  return id;
}
