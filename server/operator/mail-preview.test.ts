import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { product } from '../features.ts';
import { mailPreview } from './commands/mail-preview.ts';

it('shows every mail in every language, with nothing left to fill in', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-preview-'));
  await mailPreview.write([folder]);
  const list = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const kinds = product.letters.flatMap((letters) => letters.kinds);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds)
    for (const locale of locales) {
      expect(list).toContain(`href="${kind}/${locale}.html"`);
      for (const extension of ['html', 'txt']) {
        const mail = fs.readFileSync(path.join(folder, kind, `${locale}.${extension}`), 'utf8');
        expect(mail.replace(/<style>.*?<\/style>/s, ''), `${kind} ${locale}`).not.toMatch(/[{}]|undefined/);
      }
    }
  fs.rmSync(folder, { recursive: true });
});
