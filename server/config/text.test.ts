import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { legalVersions } from '../../content/legal/versions.ts';
import { publicSettings } from '../../tests/factories/server.ts';
import { readConfig } from './config.ts';

const realFacts = { operatorFacts: { companyName: 'Ameisen AG', generalEmail: 'info@ameisen.ch' } };

const policyOn = (day: string) => {
  const version = legalVersions['ai-service-use-policy'].findLast((from) => from <= day);
  return readFileSync(`content/legal/ai-service-use-policy/${version}/en.md`, 'utf8').toLowerCase();
};

it('no model is asked before the AI policy in force names it', () => {
  for (const settings of [{}, { TEXT_MODELS: 'gpt-6.1-sol,gpt-4.1,gpt-6-luna' }])
    for (const { name, from = '2026-11-27' } of readConfig({ ...publicSettings, ...settings }, realFacts).text.models)
      expect(policyOn(from), `${name} on ${from}`).toContain(name);
});

it('a public address refuses a model that the AI policy does not name', () => {
  const readWith = (TEXT_MODELS: string) => () => readConfig({ ...publicSettings, TEXT_MODELS }, realFacts);
  expect(readWith('gpt-5,gpt-7@low')).toThrow(/TEXT_MODELS: the AI policy does not name "gpt-7"/);
  expect(readWith('gpt-4.1@low')).not.toThrow();
});
