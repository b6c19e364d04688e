import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { doOrTry } from '../../operator/dry-run.ts';
import { requireAccount } from '../../people/accounts/accounts.ts';
import { describeChanges, findInvoiceIds } from './changes.ts';
import { applyOnce } from './subscriptions.ts';

/** A cancellation that came by post or mail counts from when it arrived, whenever it is entered. */
export const subscriptionCancel: TransactionCommand = {
  kind: 'transaction',
  name: 'subscription cancel',
  usage: '<account id> --received <instant, such as 2026-12-07T09:00:00Z> [--close] [--dry-run]',
  summary: 'Enters a cancellation that arrived then, to go on with Free; with --close the account is closed at the end',
  async run(act, args) {
    const { trx, now } = act;
    const { values, positionals } = readOptions(args, {
      received: { type: 'string' },
      close: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    });
    const receivedAt = requireReceived(values.received, now);
    const { id: accountId } = await requireAccount(trx, positionals);
    const isDryRun = values['dry-run'];
    const event = { kind: 'cancel', followedBy: values.close ? 'closed' : 'free', receivedAt } as const;
    return doOrTry(trx, isDryRun, async () => {
      const known = await findInvoiceIds(trx, accountId);
      const source = `operator cancel ${receivedAt.toISOString()}`;
      const result = await applyOnce(act, { accountId, event, source });
      if (result !== 'done')
        return {
          lines: [
            result === 'known'
              ? 'A cancellation of that moment was entered before.'
              : 'There is nothing that can be cancelled, or it is cancelled already.',
          ],
          outcome: 'none',
          subject: accountId,
          failed: true,
        };
      return {
        lines: [
          ...(await describeChanges(trx, accountId, known)),
          isDryRun ? 'Nothing was changed.' : 'The customer is told by mail.',
        ],
        outcome: isDryRun ? 'tried' : `cancelled, received ${receivedAt.toISOString()}`,
        subject: accountId,
      };
    });
  },
};

function requireReceived(text: string | undefined, now: Date): Date {
  const at = new Date(text ?? Number.NaN);
  if (!text || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new OperatorMistake('--received is a moment with its zone, such as 2026-12-07T09:00:00Z.');
  if (at > now) throw new OperatorMistake('--received is in the future.');
  return at;
}
