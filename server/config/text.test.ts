import { expect, it } from 'vitest';
import { publicSettings } from '../../tests/factories/server.ts';
import { readConfig } from './config.ts';

const realFacts = { operatorFacts: { companyName: 'Ameisen AG', generalEmail: 'info@ameisen.ch' } };

it('a public address refuses a model that the AI policy does not name', () => {
  const readWith = (TEXT_MODELS: string) => () => readConfig({ ...publicSettings, TEXT_MODELS }, realFacts);
  expect(readWith('gpt-5,gpt-7@low')).toThrow(/TEXT_MODELS: the AI policy does not name "gpt-7"/);
  expect(readWith('gpt-4.1@low')).not.toThrow();
});
