import { mkdir, readdir } from 'node:fs/promises';
import { type DatabaseCommand, OperatorMistake } from '../../contract/command.ts';
import { exportYear } from './export.ts';

export const billingExport: DatabaseCommand = {
  kind: 'database',
  name: 'billing export',
  usage: '<year> <empty folder>',
  firstPath: 1,
  summary: 'Writes the books of a year as tables, and each invoice and credit note as it was sent',
  async work({ kysely }, [year = '', folder, ...rest]) {
    if (!/^20\d\d$/.test(year)) throw new OperatorMistake('Give a year, such as 2026.');
    if (!folder || rest.length) throw new OperatorMistake('Give one folder.');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length) throw new OperatorMistake(`${folder} is not empty.`);
    const { documents, missing, tables } = await exportYear(kysely, Number(year), folder);
    return {
      lines: [
        ...Object.entries(tables).map(([name, rows]) => `${name}: ${rows} rows`),
        `documents: ${documents} files`,
        ...(missing.length ? [`WITHOUT A DOCUMENT: ${missing.join(', ')}`] : []),
        `Written to ${folder}. It names customers: keep it as you keep the books.`,
      ],
      outcome: `exported ${year}: ${documents} documents`,
      failed: missing.length > 0,
    };
  },
};
