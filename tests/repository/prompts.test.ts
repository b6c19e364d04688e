import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import hashes from '../../content/prompts/hashes.json' with { type: 'json' };
import { promptLanguages, promptVersions } from '../../content/prompts/versions.ts';
import { contentLanguages } from '../../shared/business/product.ts';
import { repositoryFiles, root } from './repository-files.ts';

const versions = repositoryFiles.filter((file) => /^content\/prompts\/.*\d{4}-\d\d-\d\d/.test(file));

it('published prompts never change: which one wrote a text can be looked up for as long as its usage is kept', () => {
  const found = versions.map((file) => [
    file.slice('content/prompts/'.length),
    createHash('sha256')
      .update(readFileSync(`${root}/${file}`))
      .digest('hex'),
  ]);
  expect(Object.fromEntries(found)).toEqual(hashes);
});

it('every operation has its prompt, and every language what the prompts say of it', () => {
  for (const [operation, version] of Object.entries(promptVersions))
    expect(versions).toContain(`content/prompts/${operation}/${version}/prompt.md`);
  expect(Object.keys(promptLanguages)).toEqual([...contentLanguages]);
});

it('no prompt shows an example sentence: models repeat those, and write in their language', () => {
  for (const file of versions.filter((name) => name.endsWith('.md')))
    expect(readFileSync(`${root}/${file}`, 'utf8'), file).not.toMatch(/for example|e\.g\.|->|→/i);
});
