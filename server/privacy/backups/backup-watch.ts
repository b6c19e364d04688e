import { sql } from 'kysely';
import { backups } from '../../../shared/business/backups.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { hourMs } from '../../../shared/durations.ts';
import { addMonths } from '../../../shared/months.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext, DatabaseCommand } from '../../contract/command.ts';
import type { Job } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { findKeyOpened } from './backup-key.ts';

/** What the record of actions holds of each dump, beside its size. */
export const told = { dumped: 'dumped', proven: 'proven', copied: 'copied' } as const;

/** What has to be done again and again, and the command that does it. */
interface Watched {
  what: string;
  /** Null where it never was. */
  last: Date | null;
  due: Date;
  command: string;
}

const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * hourMs);

/** Nothing is due before there was somebody whose data could be lost. */
async function watchBackups(
  queries: Queries,
  { backupRecipient, backupCopy }: Pick<Config, 'backupRecipient' | 'backupCopy'>,
): Promise<Watched[]> {
  const { rows } = await sql<Record<'start' | 'dumped' | 'proven' | 'copied', Date | null>>`
    select (select min(created_at) from accounts) as start, max(performed_at) as dumped,
        max(performed_at) filter (where outcome like ${`%${told.proven}%`}) as proven,
        max(performed_at) filter (where outcome like ${`%${told.copied}%`}) as copied
      from operator_actions where command in ('backup run', 'backup prove')
        and (outcome like ${`${told.dumped}%`} or outcome like ${`${told.proven}%`})`.execute(queries);
  const { start, dumped, proven, copied } = rows[0]!;
  if (!start) return [];
  const within = (last: Date | null, hours: number) => hoursAfter(last ?? start, hours);
  const opened = backupRecipient === undefined ? null : await findKeyOpened(queries, backupRecipient);
  return [
    { what: 'A dump', last: dumped, due: within(dumped, backups.lateAfterHours), command: 'backup run' },
    { what: 'A proof', last: proven, due: within(proven, backups.unprovedAfterHours), command: 'backup run --prove' },
    ...(backupCopy === undefined
      ? []
      : [
          {
            what: 'A copy elsewhere',
            last: copied,
            due: within(copied, backups.lateAfterHours),
            command: 'backup run',
          },
        ]),
    ...(backupRecipient === undefined
      ? []
      : [
          {
            what: 'The key that opens the dumps',
            last: opened,
            due: opened ? addMonths(opened, backups.keyMonths) : start,
            command: 'backup key',
          },
        ]),
  ];
}

const describe = ({ what, last, due, command }: Watched, now: Date): string =>
  `${what}: ${last ? `last on ${last.toISOString()}` : 'never'}${due <= now ? `, OVERDUE since ${due.toISOString()}: ${command}` : ''}`;

export const backupStatus: DatabaseCommand = {
  kind: 'database',
  name: 'backup status',
  usage: '',
  summary: 'When the last dump was made, proved and copied, and its key seen; fails where one of them is overdue',
  async work({ kysely }, _, { config, clock }: CommandContext) {
    const now = clock();
    const watched = await watchBackups(kysely, config);
    const overdue = watched.filter(({ due }) => due <= now).length;
    return {
      lines: watched.length
        ? watched.map((each) => describe(each, now))
        : ['There is nobody yet whose data could be lost.'],
      outcome: `overdue: ${overdue}`,
      failed: overdue > 0,
    };
  },
};

/** Where nobody has other people's data, nobody is asked for backups. */
export const backupWatchJob: Job = {
  name: 'backup-watch',
  schedule: '17 6 * * *',
  async handle(deps) {
    if (!deps.config.isPublic) return;
    const now = deps.clock();
    const overdue = (await watchBackups(deps.database.kysely, deps.config)).filter(({ due }) => due <= now);
    if (!overdue.length) return;
    deps.log.error({ records: overdue.length }, 'backups are overdue');
    await mailOperators(deps, {
      key: `backups ${utcDayOf(now)}`,
      subject: 'Backups are not what they should be',
      paragraphs: overdue.map((each) => describe(each, now)),
      note: '"backup status" shows it at any time; docs/operations.md says what to do.',
    });
  },
};
