import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { type DownloadWithProgress, findNewestDownloads } from './downloads.queries.ts';

const standardLimit = 20;
const maxLimit = 1000;

/** A link used from this many addresses is probably shared: one person has home, work and a phone. */
const sharedFromPlaces = 4;

/** The newest downloads of all accounts and what was sent of them, without personal data. */
export const downloadsList: TransactionCommand = {
  kind: 'transaction',
  name: 'downloads list',
  usage: '[--limit <number>]',
  summary:
    `Lists the newest downloads, ${standardLimit} unless told otherwise: how far they are, how often they were ` +
    'resumed, and from how many places',
  async run({ trx }, args) {
    const downloads = await findNewestDownloads(trx, readLimit(args));
    const finished = downloads.filter(({ finished_at }) => finished_at).length;
    const started = downloads.filter(({ transfers }) => transfers).length;
    return {
      lines: [
        ...downloads.map((each) =>
          [
            each.started_at.toISOString(),
            each.platform,
            each.version,
            each.country,
            each.account_id,
            each.id,
            describeProgress(each),
          ].join('  '),
        ),
        `${downloads.length} downloads, newest first. ${started} started, ${finished} finished.`,
      ],
      outcome: `listed: ${downloads.length}`,
    };
  },
};

function describeProgress(download: DownloadWithProgress): string {
  if (!download.transfers) return 'not started';
  const sent = (download.sent_ranges ?? []).reduce((sum, [first, end]) => sum + end - first, 0);
  const places = download.address_marks?.length ?? 0;
  return [
    download.finished_at
      ? `finished ${download.finished_at.toISOString()}`
      : `${Math.floor((sent / download.size_bytes) * 100)} % sent`,
    `${download.transfers} transfers`,
    `${download.resumed} resumed`,
    `${places} places${places >= sharedFromPlaces ? ' (SHARED?)' : ''}`,
  ].join(', ');
}

function readLimit(args: string[]): number {
  const { values, positionals } = readOptions(args, { limit: { type: 'string' } });
  if (positionals.length) throw new OperatorMistake('It takes no other arguments.');
  if (values.limit === undefined) return standardLimit;
  const value = /^\d{1,4}$/.test(values.limit) ? Number(values.limit) : 0;
  if (value < 1 || value > maxLimit) throw new OperatorMistake(`--limit must be a number from 1 to ${maxLimit}.`);
  return value;
}
