import { randomUUID } from 'node:crypto';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { apiPaths } from '../../shared/api-paths.ts';
import { paths } from '../../shared/paths.ts';
import { aDownloadRequest } from './api.ts';
import type { TestProxy } from './nginx.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** Far below the rate that the proxy allows an address: what tests look for is that no request is refused, not how many there are. */
const pauseMs = 200;

/** What people do behind a proxy until they are asked to stop. */
export interface Visitors {
  /** Downloads that were answered with 201. */
  accepted: { user: string; id: string }[];
  /** Whatever was answered otherwise than it should. */
  unexpected: string[];
  requests(): number;
  end(): Promise<{ accepted: Visitors['accepted']; unexpected: string[] }>;
}

interface Answer {
  status: number;
  body: string;
}

/** Each of `count` people looks at the product's page and the account, and downloads, again and again. */
export function startVisitors(proxy: TestProxy, issuer: TokenIssuer, count: number): Visitors {
  const accepted: Visitors['accepted'] = [];
  const unexpected: string[] = [];
  let isOver = false;
  let requests = 0;

  async function visit(number: number): Promise<void> {
    const visitor = openVisitor(proxy, `127.0.0.${number + 2}`);
    const expectAnswer = async (status: number, ...request: Parameters<typeof visitor.ask>): Promise<Answer> => {
      await wait(pauseMs);
      requests += 1;
      const answer = await visitor.ask(...request).catch((error) => ({ status: 0, body: String(error) }));
      if (answer.status !== status) unexpected.push(`${request[0]}: ${answer.status} ${answer.body.slice(0, 200)}`);
      return answer;
    };
    while (!isOver) {
      const user = `user_${randomUUID()}`;
      const headers = { authorization: `Bearer ${await issuer.tokenFor(user)}` };
      await expectAnswer(200, paths.landing);
      await expectAnswer(200, apiPaths.account, headers);
      const body = JSON.stringify(aDownloadRequest());
      const answer = await expectAnswer(
        201,
        apiPaths.downloads,
        {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'idempotency-key': randomUUID(),
        },
        body,
      );
      if (answer.status === 201) accepted.push({ user, id: JSON.parse(answer.body).id });
    }
  }

  const visits = Promise.all(Array.from({ length: count }, (_, number) => visit(number)));
  return {
    accepted,
    unexpected,
    requests: () => requests,
    async end() {
      isOver = true;
      await visits;
      return { accepted, unexpected };
    },
  };
}

/**
 * One visitor keeps one connection to the proxy, as a browser does, and has an address of its own: all of 127.0.0.0/8 is this machine.
 */
function openVisitor(
  proxy: TestProxy,
  localAddress: string,
): { ask(path: string, headers?: Record<string, string>, body?: string): Promise<Answer> } {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, localAddress, ca: proxy.certificate.cert });
  return {
    ask: (path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const options = { port: proxy.port, host: '127.0.0.1', path, agent, method: body ? 'POST' : 'GET', headers };
        https
          .request(options, (response) => {
            const answerOf = (chunks: Buffer[]) => ({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
            });
            // One that is cut off is an error as well.
            resolve(response.toArray().then(answerOf));
          })
          .on('error', reject)
          .end(body);
      }),
  };
}
