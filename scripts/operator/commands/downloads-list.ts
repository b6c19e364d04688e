import { parseArgs } from 'node:util';
import { findNewestDownloads } from '../../../server/features/downloads/downloads.ts';
import { type OperatorCommand, OperatorMistake } from '../operator-command.ts';

const standardLimit = 20;
const maxLimit = 1000;

/** The newest downloads of everybody, without personal data. */
export const downloadsList: OperatorCommand = {
  name: 'downloads list',
  usage: '[--limit <number>]',
  summary: `Lists the newest downloads, ${standardLimit} unless told otherwise`,
  async run(trx, args) {
    const downloads = await findNewestDownloads(trx, readLimit(args));
    return {
      lines: [
        ...downloads.map((each) =>
          [each.started_at.toISOString(), each.platform, each.version, each.country, each.account_id, each.id].join(
            '  ',
          ),
        ),
        `${downloads.length} downloads, newest first.`,
      ],
      outcome: `listed: ${downloads.length}`,
      subject: null,
    };
  },
};

function readLimit(args: string[]): number {
  let limit: string | undefined;
  try {
    ({ limit } = parseArgs({ args, options: { limit: { type: 'string' } } }).values);
  } catch (error) {
    throw new OperatorMistake(error instanceof Error ? error.message : String(error));
  }
  if (limit === undefined) return standardLimit;
  const value = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (value < 1 || value > maxLimit) throw new OperatorMistake(`--limit must be a number from 1 to ${maxLimit}.`);
  return value;
}
