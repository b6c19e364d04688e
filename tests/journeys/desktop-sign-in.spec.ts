import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desktopClientId } from '../../stand-ins/login/config.ts';
import { signInAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';

test('from the form of the login provider a browser finds the way back to the desktop app', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/Request to another origin: http:\/\/127\.0\.0\.1:/);
  await site.createAccount(person);
  const asked: string[] = [];
  const app = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('You can close this page.');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  try {
    const query = new URLSearchParams({
      client_id: desktopClientId,
      redirect_uri: `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`,
      response_type: 'code',
      provider: 'authkit',
      state: 'of-the-app',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    await page.goto(`${site.loginOrigin}/user_management/authorize?${query}`);
    await signInAtProvider(page, person);
    await expect(page.getByText('You can close this page.')).toBeVisible();
    expect(asked[0]).toMatch(/^\/callback\?code=[^&]+&state=of-the-app$/);
  } finally {
    app.closeAllConnections();
    app.close();
  }
});
