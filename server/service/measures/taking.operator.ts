import { type MeasureAct, measureReasons, mendDays } from '../../../shared/business/measures.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Act } from '../../contract/act.ts';
import {
  type CommandResult,
  OperatorMistake,
  readOptions,
  requireChoice,
  type TransactionCommand,
} from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { takeMeasure } from './measures.ts';

const maxSentence = 1000;

const taking = (act: MeasureAct, usage: string, summary: string): TransactionCommand => ({
  kind: 'transaction',
  name: `measure ${act}`,
  usage: `<account id> --reason <code> --sentence "<in the holder’s language>" [--minor | --from <time>]${usage} [--at-once security|law]`,
  summary,
  run: (here, args) => take(here, act, args),
});

/** The holder is told first; only security and the law cannot wait. */
export const measureSuspend = taking(
  'suspend',
  ' [--until <time>]',
  'Suspends an account once its holder has been told why, and until when',
);

export const measureThrottle = taking(
  'throttle',
  ' [--until <time>]',
  'Limits how often the text service answers an account, once its holder has been told why',
);

export const measureBlock = taking(
  'block',
  ' [--until <time>]',
  'Closes the text service to an account, which can do everything else, once its holder has been told why',
);

export const measureTerminate = taking(
  'terminate',
  '',
  'Ends an account for the company once its holder has been told why',
);

async function take(here: Act, act: MeasureAct, args: string[]): Promise<CommandResult> {
  const { trx, now } = here;
  const { values, positionals } = readOptions(args, {
    reason: { type: 'string' },
    sentence: { type: 'string' },
    minor: { type: 'boolean' },
    from: { type: 'string' },
    until: { type: 'string' },
    'at-once': { type: 'string' },
  });
  const reason = requireChoice('--reason', values.reason, measureReasons);
  const sentence = requireSentence(values.sentence);
  const atOnce = values['at-once'] ?? null;
  if (atOnce !== null && atOnce !== 'security' && atOnce !== 'law')
    throw new OperatorMistake('--at-once takes security or law: nothing else cannot wait.');
  if ([values.minor, values.from, atOnce].filter(Boolean).length > 1)
    throw new OperatorMistake('Give one of --minor, --from and --at-once.');
  if (act === 'terminate' && values.until !== undefined) throw new OperatorMistake('A termination has no --until.');
  const from = values.minor
    ? new Date(now.getTime() + mendDays * dayMs)
    : values.from === undefined
      ? now
      : requireTime(values.from, now);
  const until = values.until === undefined ? null : requireTime(values.until, from);
  const accountId = await requireLiving(trx, positionals);
  const id = await takeMeasure(here, { act, accountId, reason, sentence, atOnce, from, until });
  const start = atOnce ? 'within a minute' : 'once the mail about it has left';
  return {
    lines: [`${id}: in effect ${from > now ? `from ${from.toISOString()}, ` : ''}${start}.`],
    outcome: `${act}: ${reason}${atOnce ? ', at once' : ''}`,
    subject: accountId,
  };
}

/** Nothing of a proof is stored; without one, a person decides what follows. */
export const measureProve: TransactionCommand = {
  kind: 'transaction',
  name: 'measure prove',
  usage: '<account id> --sentence "<in the holder’s language>"',
  summary: `Asks a holder to show within ${mendDays} days where they live; "measure seen" notes that it was seen`,
  async run(here, args) {
    const { trx, now: from } = here;
    const { values, positionals } = readOptions(args, { sentence: { type: 'string' } });
    const sentence = requireSentence(values.sentence);
    const accountId = await requireLiving(trx, positionals);
    const until = new Date(from.getTime() + mendDays * dayMs);
    const asked = { act: 'prove', accountId, reason: 'eligibility', sentence, atOnce: null, from, until } as const;
    const id = await takeMeasure(here, asked);
    return { lines: [`${id}: to be shown by ${until.toISOString()}.`], outcome: 'proof asked', subject: accountId };
  },
};

async function requireLiving(trx: OpenTransaction, [accountId, ...rest]: readonly string[]): Promise<string> {
  if (!accountId || rest.length) throw new OperatorMistake('Give one account id; "account show <email>" tells it.');
  const account = await findAccount(trx, accountId);
  if (!account || account.status === 'ended') throw new OperatorMistake('There is no such account, or it has ended.');
  return accountId;
}

export function requireSentence(sentence: string | undefined): string {
  if (!sentence?.trim() || sentence.length > maxSentence)
    throw new OperatorMistake(`--sentence says why, in the holder’s language, in at most ${maxSentence} characters.`);
  return sentence.trim();
}

function requireTime(text: string, after: Date): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time <= after)
    throw new OperatorMistake(`"${text}" is not a time (ISO 8601) after ${after.toISOString()}.`);
  return time;
}
