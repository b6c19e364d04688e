import { OperatorMistake, requireId, type TransactionCommand } from '../../contract/command.ts';
import { type HoldKind, holdKinds } from '../../contract/retention-rule.ts';
import { removeExpired } from '../../platform/retention/retention.ts';
import { changeHold, findHolds, findReviewTime, liftHold, lockHold, placeHold } from './holds.ts';

const whichHold = 'Give the id of one hold; "hold list" has it.';

export const holdPlace: TransactionCommand = {
  kind: 'transaction',
  name: 'hold place',
  usage: '<account id> <kind> <reason, in a few words without names>',
  summary: 'Keeps one kind of records of one account for a dispute, until it is lifted',
  async run({ trx, now }, [accountId, given, reason, ...rest]) {
    const kind = holdKinds.find((each): each is HoldKind => each === given);
    if (!accountId || !kind || !reason?.trim() || rest.length)
      throw new OperatorMistake(
        `Give an account id, a kind (${holdKinds.join(', ')}) and a reason in quotation marks.`,
      );
    const hold = await placeHold(trx, { accountId, kind, reason, at: now });
    if (!hold) throw new OperatorMistake('There is no such account, or this is held already; "hold list" tells.');
    return {
      lines: [`Hold ${hold.id}: ${kind} of ${accountId} is kept. Look at it by ${hold.review_at.toISOString()}.`],
      outcome: `held: ${kind}`,
      subject: accountId,
    };
  },
};

export const holdLift: TransactionCommand = {
  kind: 'transaction',
  name: 'hold lift',
  usage: '<hold id>',
  summary: 'Ends a hold, and removes at once whatever is over because of that',
  async run({ trx, now }, args, { accountParts }) {
    const hold = await lockHold(trx, requireId(args, whichHold));
    if (!hold) throw new OperatorMistake('No hold has this id; "hold list" has them.');
    const { account_id: subject, kind } = hold;
    if (hold.lifted_at) return { lines: ['It was lifted already.'], outcome: 'none', subject };
    await liftHold(trx, hold, accountParts, now);
    return { lines: ['It is lifted.'], outcome: `lifted: ${kind}`, subject };
  },
  async follow(database, { clock, retentionRules }) {
    const results = await removeExpired(database, retentionRules, clock(), { onlyFound: true });
    const removed = results.reduce((sum, { records }) => sum + records, 0);
    const failed = results.some(({ error }) => error !== undefined);
    return {
      lines: [
        failed
          ? 'A rule of retention FAILED; "retention run" says which.'
          : `${removed} records were removed by the rules.`,
      ],
      failed,
    };
  },
};

export const holdReview: TransactionCommand = {
  kind: 'transaction',
  name: 'hold review',
  usage: '<hold id>',
  summary: 'Notes that a hold is still needed, for another 6 months',
  async run({ trx, now }, args) {
    const hold = await lockHold(trx, requireId(args, whichHold));
    if (!hold || hold.lifted_at) throw new OperatorMistake('No hold in force has this id; "hold list" has them.');
    const review_at = findReviewTime(now);
    await changeHold(trx, hold.id, { review_at, reminded_at: null });
    return {
      lines: [`Look at it by ${review_at.toISOString()}.`],
      outcome: `reviewed: ${hold.kind}`,
      subject: hold.account_id,
    };
  },
};

/** Fails while one waits to be looked at. */
export const holdList: TransactionCommand = {
  kind: 'transaction',
  name: 'hold list',
  usage: '',
  summary: 'Lists what is held; fails when a hold was not looked at for 6 months',
  async run({ trx, now }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const holds = await findHolds(trx);
    const overdue = holds.filter(({ review_at }) => review_at <= now).length;
    return {
      lines: [
        ...holds.map(
          ({ id, account_id, kind, reason, placed_at, review_at }) =>
            `${id}  ${kind} of ${account_id}  since ${placed_at.toISOString()}  review by ${review_at.toISOString()}  ${reason}`,
        ),
        overdue ? `${overdue} of ${holds.length} are to be REVIEWED.` : `${holds.length} holds.`,
      ],
      outcome: `listed: ${holds.length}, to be reviewed: ${overdue}`,
      failed: overdue > 0,
    };
  },
};
