import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExplainedFault } from '../stand-in.ts';
import type { DesktopConfig } from './config.ts';

const waitMs = 5 * 60_000;

interface Grant {
  code: string;
  codeVerifier: string;
}

/**
 * Signs in by the browser of the system (RFC 8252): listens on a free port of this machine, tells `open` the address of the
 * login provider, and waits for the code that comes back. Only an answer with our own `state` is one.
 */
export async function signIn(config: DesktopConfig, open: (address: string) => void): Promise<Grant> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  try {
    const code = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new ExplainedFault('Nobody signed in within five minutes.')), waitMs);
      server.on('close', () => clearTimeout(timer));
      server.on('request', (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', redirectUri);
        if (pathname !== '/callback' || !isSame(searchParams.get('state') ?? '', state))
          return answer(response, 404, 'There is nothing here.');
        const error = searchParams.get('error');
        const given = searchParams.get('code');
        answer(
          response,
          200,
          error ? 'You are not signed in. You can close this page.' : 'You are signed in. You can close this page.',
        );
        if (given) resolve(given);
        else reject(new ExplainedFault(`The sign-in was not completed (${error ?? 'no code'}).`));
      });
    });
    open(authorizeAddress(config, { redirectUri, state, codeVerifier }));
    return { code: await code, codeVerifier };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function authorizeAddress(
  { loginOrigin, clientId }: DesktopConfig,
  { redirectUri, state, codeVerifier }: Record<'redirectUri' | 'state' | 'codeVerifier', string>,
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    provider: 'authkit',
    screen_hint: 'sign-in',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
  });
  return `${loginOrigin}/user_management/authorize?${parameters}`;
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(sentence);
}
