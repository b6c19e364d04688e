import { expect, it } from 'vitest';
import { publicSettings } from '../../tests/factories/server.ts';
import { ConfigError, readConfig } from './config.ts';

const realFacts = { operatorFacts: { companyName: 'Ameisen AG', generalEmail: 'info@ameisen.ch' } };

function faultsOf(settings: Record<string, string>): readonly string[] {
  try {
    readConfig(settings, realFacts);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const live = { STRIPE_SECRET_KEY: 'sk_live_planted', STRIPE_WEBHOOK_SECRET: 'whsec_planted' };

it('cards are charged by those of the stand-in on this machine, and none at a public address without an account', () => {
  expect(readConfig({}).cards).toMatchObject({ host: 'localhost', port: 3004, protocol: 'http', standIn: true });
  expect(readConfig(publicSettings, realFacts)).not.toHaveProperty('cards');
  expect(readConfig({ ...publicSettings, ...live }, realFacts).cards).toEqual({
    secretKey: 'sk_live_planted',
    webhookSecret: 'whsec_planted',
    standIn: false,
    standInPort: 3004,
  });
  expect(readConfig({ ...live, STRIPE_API_HOST: '127.0.0.1:4242' }).cards).toMatchObject({
    host: '127.0.0.1',
    port: 4242,
    protocol: 'http',
  });
});

it.each([
  ['CARDS_PORT', { PORT: '4100', CARDS_PORT: '4100' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_planted' }],
  ['STRIPE_API_HOST', { STRIPE_API_HOST: 'api.stripe.com' }],
  ['STRIPE_API_HOST', { ...live, STRIPE_API_HOST: 'https://api.stripe.com' }],
  ['STRIPE_API_HOST', { ...publicSettings, ...live, STRIPE_API_HOST: 'localhost:4242' }],
  ['STRIPE_SECRET_KEY', { ...publicSettings, ...live, STRIPE_SECRET_KEY: 'sk_test_planted' }],
])('cards are refused for %s when %j', (name, settings) => {
  expect(faultsOf(settings)).toEqual([expect.stringMatching(`^${name}: `)]);
});
