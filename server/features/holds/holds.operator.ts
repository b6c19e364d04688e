import { OperatorMistake, requireId, type ServiceCommand } from '../../operator/command.ts';
import { type HoldKind, holdKinds, removeExpired } from '../retention/retention.ts';
import { changeHold, findHolds, findReviewTime, liftHold, lockHold, placeHold } from './holds.ts';

const whichHold = 'Give the id of one hold; "hold list" has it.';

export const holdPlace: ServiceCommand = {
  kind: 'service',
  name: 'hold place',
  usage: '<account id> <kind> <reason, in a few words without names>',
  summary: 'Keeps one kind of records of one account for a dispute, until it is lifted',
  async work({ database, clock }, [accountId, given, reason, ...rest]) {
    const kind = holdKinds.find((each): each is HoldKind => each === given);
    if (!accountId || !kind || !reason?.trim() || rest.length)
      throw new OperatorMistake(
        `Give an account id, a kind (${holdKinds.join(', ')}) and a reason in quotation marks.`,
      );
    const at = clock.now();
    const hold = await database.kysely.transaction().execute((trx) => placeHold(trx, { accountId, kind, reason, at }));
    if (!hold) throw new OperatorMistake('There is no such account, or this is held already; "hold list" tells.');
    return {
      lines: [`Hold ${hold.id}: ${kind} of ${accountId} is kept. Look at it by ${hold.review_at.toISOString()}.`],
      outcome: `held: ${kind}`,
      subject: hold.id,
    };
  },
};

export const holdLift: ServiceCommand = {
  kind: 'service',
  name: 'hold lift',
  usage: '<hold id>',
  summary: 'Ends a hold, and removes at once whatever is over because of that',
  async work({ database, clock, composition }, args) {
    const id = requireId(args, whichHold);
    const at = clock.now();
    const outcome = await database.kysely.transaction().execute(async (trx) => {
      const hold = await lockHold(trx, id);
      if (!hold) throw new OperatorMistake('No hold has this id; "hold list" has them.');
      if (hold.lifted_at) return 'none';
      await liftHold(trx, hold, composition.accountParts, at);
      return 'lifted';
    });
    const results = await removeExpired(database, composition.retentionRules, at, { onlyFound: true });
    const removed = results.reduce((sum, { records }) => sum + records, 0);
    const failed = results.some(({ error }) => error !== undefined);
    const lines = [
      outcome === 'none' ? 'It was lifted already.' : 'It is lifted.',
      failed
        ? 'A rule of retention FAILED; "retention run" says which.'
        : `${removed} records were removed by the rules.`,
    ];
    return { lines, outcome, subject: id, failed };
  },
};

export const holdReview: ServiceCommand = {
  kind: 'service',
  name: 'hold review',
  usage: '<hold id>',
  summary: 'Notes that a hold is still needed, for another 6 months',
  async work({ database, clock }, args) {
    const id = requireId(args, whichHold);
    const review_at = findReviewTime(clock.now());
    await database.kysely.transaction().execute(async (trx) => {
      const hold = await lockHold(trx, id);
      if (!hold || hold.lifted_at) throw new OperatorMistake('No hold in force has this id; "hold list" has them.');
      await changeHold(trx, id, { review_at, reminded_at: null });
    });
    return { lines: [`Look at it by ${review_at.toISOString()}.`], outcome: 'reviewed', subject: id };
  },
};

/** Fails while one waits to be looked at. */
export const holdList: ServiceCommand = {
  kind: 'service',
  name: 'hold list',
  usage: '',
  summary: 'Lists what is held; fails when a hold was not looked at for 6 months',
  async work({ database, clock }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const now = clock.now();
    const holds = await findHolds(database.kysely);
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
