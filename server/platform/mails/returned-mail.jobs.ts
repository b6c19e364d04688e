import { retention } from '../../../shared/business/retention.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import type { MailboxReader } from '../../integrations/bounce-mailbox.ts';
import { noteReturned } from './bounces.ts';
import { mailOperators } from './operator-mails.ts';
import { countWaitingReturned, findHandled } from './returned-mails.queries.ts';

/** Learns of mails that a server took and another gave back, and tells of what only a person can understand. */
export const returnedMailJob: Job<object> = {
  name: 'returned-mail',
  schedule: '*/5 * * * *',
  async handle(deps) {
    const { bounceUrl } = deps.config.mail;
    if (!bounceUrl) return;
    // What came back holds words of the mail: no longer than those themselves.
    const keptSince = new Date(deps.clock().getTime() - (retention.mailDays - earlyDays) * dayMs);
    const { connectBounceMailbox } = await import('../../integrations/bounce-mailbox.ts');
    let unclear = 0;
    const reader: MailboxReader = {
      async handle(returned, key) {
        const outcome = await noteReturned(deps, returned, key);
        if (outcome === 'waits') unclear += 1;
        return outcome;
      },
      findHandled: (keys) => findHandled(deps.database.kysely, keys),
    };
    try {
      await connectBounceMailbox(bounceUrl).readReturned(reader, keptSince);
    } finally {
      // Also where one of the others could not be read: what waits is new only once.
      if (unclear) {
        deps.log.warn({ records: unclear }, 'returned mail waits for a person');
        await tellOperators(deps, await countWaitingReturned(deps.database.kysely));
      }
    }
  },
};

/**
 * A message goes before its record, or it would be taken for a new one: a mailbox knows only on which day one came, perhaps of another time zone,
 * and records go an hour early.
 */
const earlyDays = 2;

/** At most once a day: anybody can send something to a return address. */
const tellOperators = (deps: FeatureDependencies, waiting: number) =>
  mailOperators(deps, {
    key: `returned mail ${utcDayOf(deps.clock())}`,
    subject: 'Returned mail waits for somebody to look at it',
    paragraphs: [
      `${waiting} ${waiting === 1 ? 'message waits' : 'messages wait'} in the mailbox for returned mail, flagged, because ` +
        'the service did not understand or did not believe them. Nothing was done about them.',
      'Their headers, and which mail each is about: mail returned. A legal mail counts as not delivered until then.',
    ],
    note: 'What to do with them: docs/operations.md, Mails.',
  });
