import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type DatabaseCommand, OperatorMistake } from '../../operator/command.ts';
import { exportYear } from './billing-export.ts';

export const billingExport: DatabaseCommand = {
  kind: 'database',
  name: 'billing export',
  usage: '<year> <absolute path of an empty folder>',
  summary: 'Writes the books of a year as tables, and each invoice and credit note as it was sent',
  async work({ kysely }, [year = '', folder, ...rest]) {
    if (!/^20\d\d$/.test(year)) throw new OperatorMistake('Give a year, such as 2026.');
    // A running server may write it, from another folder.
    if (!folder || rest.length || !path.isAbsolute(folder))
      throw new OperatorMistake('Give the absolute path of one folder.');
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
