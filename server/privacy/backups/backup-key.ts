import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { backups } from '../../../shared/business/backups.ts';
import type { Config } from '../../config/config.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import type { Queries } from '../../database/schema.ts';

const opened = 'opened';

/** When somebody last had the key whose public half this is. */
export async function findKeyOpened(queries: Queries, recipient: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(performed_at) as at from operator_actions
      where command = 'backup key' and outcome = ${opened} and subject = ${recipient}`.execute(queries);
  return rows[0]!.at;
}

/** Another one after each time that it was said; nobody has to keep it. */
function wordFor({ linkSecret }: Pick<Config, 'linkSecret'>, recipient: string, last: Date | null): string {
  const asked = `backup key ${recipient} ${last?.toISOString() ?? 'first'}`;
  const letters = createHmac('sha256', linkSecret).update(asked).digest('hex').slice(0, 12);
  return letters.match(/.{4}/g)!.join('-');
}

/** In the letters that `age -d` reads from a terminal. */
async function encryptFor(recipient: string, word: string): Promise<string> {
  const { armor, Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return armor.encode(await encrypter.encrypt(`${word}\n`));
}

/** A key that is lost is noticed while the dumps are not needed. */
export const backupKey: TransactionCommand = {
  kind: 'transaction',
  name: 'backup key',
  usage: '[<word>]',
  summary: `Prints a word encrypted for BACKUP_RECIPIENT; with the word, records that you can decrypt; due every ${backups.keyMonths} months`,
  async run({ trx }, [given, ...rest], { config }) {
    const { backupRecipient: recipient } = config;
    if (recipient === undefined) throw new OperatorMistake('BACKUP_RECIPIENT is not set: dumps are not encrypted.');
    if (rest.length) throw new OperatorMistake('Give the word alone.');
    const word = wordFor(config, recipient, await findKeyOpened(trx, recipient));
    if (given === undefined)
      return {
        lines: [
          ...(await encryptFor(recipient, word)).trim().split('\n'),
          'Decrypt this where the key is, "age -d -i <file with the age key>", and say the word: backup key <word>',
        ],
        outcome: 'asked',
        subject: recipient,
      };
    if (given.trim().toLowerCase() !== word)
      return {
        lines: ['That is not the word. "backup key" prints it again.'],
        outcome: 'not opened',
        subject: recipient,
        failed: true,
      };
    return { lines: ['The key that opens the dumps is there.'], outcome: opened, subject: recipient };
  },
};
