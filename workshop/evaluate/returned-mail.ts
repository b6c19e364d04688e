/** `node workshop/evaluate/returned-mail.ts <folder>`: how messages that came back, one a file, are read; none of them belongs into the repository. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readReturnedMail } from '../../server/integrations/returned-mail.ts';

const [folder = '.'] = process.argv.slice(2);
const counts = new Map<string, number>();
for (const name of readdirSync(folder)) {
  const { form, recipients } = await readReturnedMail(readFileSync(path.join(folder, name)));
  const fates = recipients.map(({ fate }) => fate);
  const reading = [form, fates.find((fate) => fate === 'given-up') ?? fates[0] ?? 'of nobody'].join(', ');
  counts.set(reading, (counts.get(reading) ?? 0) + 1);
}
console.table(Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one)));
