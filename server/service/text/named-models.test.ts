import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalVersions } from '../../../content/legal/versions.ts';
import { createLegalFolder, type LegalFolder } from '../../../tests/factories/legal-folder.ts';
import { readConfig } from '../../config/config.ts';
import { readLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { datedByPolicy } from './named-models.ts';

const now = new Date('2026-12-01');
const named = (name: string) => ({ name });

let legal: LegalFolder;
beforeAll(() => {
  legal = createLegalFolder();
  const draft = path.join(legal.folder, 'ai-service-use-policy/draft/en.md');
  const text = readFileSync(draft, 'utf8');
  writeFileSync(draft, `${text}\nFrom now on also GPT-7. Never gpt-8-mini.\n`);
  legal.publish('ai-service-use-policy', '2026-12-20');
});
afterAll(() => legal.remove());

it('a model is asked from the first version of the AI policy on that names it', async () => {
  const documents = await readLegalDocuments(legal.folder);
  expect(datedByPolicy(['gpt-5', 'gpt-6.1-sol', 'gpt-7', 'gpt-8', 'gpt-9'].map(named), documents, now)).toEqual([
    { name: 'gpt-5' },
    { name: 'gpt-6.1-sol' },
    { name: 'gpt-7', from: '2026-12-20' },
    { name: 'gpt-8' },
    { name: 'gpt-9' },
  ]);
});

it('the versions of this repository name every model that is asked by default', async () => {
  const documents = await readLegalDocuments();
  const texts = legalVersions['ai-service-use-policy'].map(
    (version) => [version, documents.findText('ai-service-use-policy', version, 'en')!.text.toLowerCase()] as const,
  );
  const [first] = legalVersions['ai-service-use-policy'];
  for (const { name, from = first! } of datedByPolicy(readConfig({}).text.models, documents, now))
    for (const [version, text] of texts) expect(text.includes(name), `${name} in ${version}`).toBe(version >= from);
});
