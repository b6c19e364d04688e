import { readFile } from 'node:fs/promises';
import { inFrancs } from '../../../shared/numbers.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { explainFileFault } from '../../file-access.ts';
import { findUnsettled, type StoredEntry } from './bank.queries.ts';
import { importStatements } from './bank-import.ts';
import { StatementFault } from './statement-fault.ts';

const mostListed = 100;

export const bankImport: TransactionCommand = {
  kind: 'transaction',
  name: 'bank import',
  usage: '<file>',
  firstPath: 0,
  summary: 'Keeps what statements of the bank say (camt.053), and the details of their sums (camt.054); also in a ZIP',
  async run({ trx, now }, [file, ...rest]) {
    if (!file || rest.length) throw new OperatorMistake('Give one file.');
    const bytes = await readFile(file).catch((error) => {
      throw new OperatorMistake(explainFileFault(error) ?? `${file} cannot be read.`);
    });
    try {
      const { known, added, repeated, unsure, left, from, until } = await importStatements(trx, bytes, now);
      return {
        lines: [
          `${added} new entries, ${repeated} known ones, ${known} statements that were imported before.`,
          `The file tells of the account from ${from} until ${until}.`,
          ...unsure.map((sentence) => `Not sure: ${sentence}`),
          ...left.map((sentence) => `Left out: ${sentence}`),
          'Invoices are settled within a minute; "bank list" tells what is left for you.',
        ],
        outcome: `imported: ${added}`,
      };
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error;
      throw new OperatorMistake(`${error.message} Nothing was imported.`);
    }
  },
};

export const bankList: TransactionCommand = {
  kind: 'transaction',
  name: 'bank list',
  usage: '',
  summary: 'Lists what came to the bank account and belongs to no invoice yet, or is to be sent back',
  async run({ trx }, args) {
    if (args.length) throw new OperatorMistake('bank list takes no arguments.');
    const found = await findUnsettled(trx, mostListed + 1);
    const shown = found.slice(0, mostListed);
    return {
      lines: [
        ...shown.map(describeEntry),
        ...(found.length > mostListed ? [`There are more than these ${mostListed}, which are the oldest.`] : []),
        ...(found.length ? [] : ['Everything is settled.']),
      ],
      outcome: `listed: ${shown.length}`,
    };
  },
};

function describeEntry(entry: StoredEntry): string {
  const { id, booked_on, amount_rappen, state, debtor_name, reference, message, note } = entry;
  const said = [debtor_name, reference, message].filter(Boolean).join(' · ');
  const waits = note ?? (state === 'open' ? 'it is booked within a minute' : null);
  return `${id}  ${booked_on}  ${inFrancs(Number(amount_rappen))}  ${state}  ${said}${waits ? `  (${waits})` : ''}`;
}
