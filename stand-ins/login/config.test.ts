import { describe, expect, it } from 'vitest';
import { readLoginConfig } from './config.ts';
import { markerDomain } from './cookies.ts';
import { briefCost, fullCost } from './passwords.ts';

describe('the settings', () => {
  it('have defaults for a fresh clone', () => {
    expect(readLoginConfig({})).toMatchObject({
      port: 3001,
      issuer: 'http://localhost:3001/user_management/client_writing_ant_development',
      siteOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
      redirectUris: ['http://localhost:3000/account', 'http://127.0.0.1:3000/account'],
      logoutAddresses: ['http://localhost:3000/logged-out', 'http://127.0.0.1:3000/logged-out'],
      tokenSeconds: 300,
      emailVerification: 'offered',
      testControls: false,
      passwordCost: fullCost,
      secureCookies: false,
    });
  });

  it.each([
    ['http://127.0.0.1:4000', ['http://127.0.0.1:4000', 'http://localhost:4000']],
    ['http://app.localhost:4000', ['http://app.localhost:4000']],
    ['https://localhost', ['https://localhost', 'https://127.0.0.1']],
  ])('serve the site %s and its twin', (origin, origins) => {
    expect(readLoginConfig({ SITE_ORIGIN: origin }).siteOrigins).toEqual(origins);
  });

  it('make passwords cheap for tests alone', () => {
    expect(readLoginConfig({ LOGIN_TEST_CONTROLS: '1' }).passwordCost).toEqual(briefCost);
  });

  it('name every fault at once', () => {
    const environment = {
      SITE_ORIGIN: 'https://writing-ant.example',
      LOGIN_PORT: '99999',
      LOGIN_TOKEN_SECONDS: 'soon',
      LOGIN_TEST_CONTROLS: 'yes',
      LOGIN_EMAIL_VERIFICATION: 'maybe',
    };
    expect(() => readLoginConfig(environment)).toThrow(
      /LOGIN_PORT.*LOGIN_TOKEN_SECONDS.*LOGIN_TEST_CONTROLS.*LOGIN_EMAIL_VERIFICATION.*SITE_ORIGIN/s,
    );
  });

  it.each([
    { SITE_ORIGIN: 'http://localhost:3000/path' },
    { SITE_ORIGIN: 'http://user@localhost:3000' },
    { SITE_ORIGIN: 'localhost' },
    { PORT: '3001' },
    { PARENT_PID: 'mine' },
  ])('refuse %j', (environment) => {
    expect(() => readLoginConfig(environment)).toThrow();
  });
});

describe('the domain of the marker cookie', () => {
  it.each([
    ['localhost', 'localhost', undefined],
    ['127.0.0.1', '127.0.0.1', undefined],
    ['localhost', '127.0.0.1', undefined],
    ['app.localhost', 'auth.app.localhost', 'app.localhost'],
    ['www.app.localhost', 'auth.app.localhost', 'app.localhost'],
    ['app.localhost', 'localhost', undefined],
    ['app.localhost', 'other.localhost', undefined],
  ])('for a site on %s and a provider on %s is %s', (site, own, domain) => {
    expect(markerDomain(site, own)).toBe(domain);
  });
});
