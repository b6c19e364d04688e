import { afterEach, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../tests/factories/server.ts';
import { version } from '../config/version.ts';

let server: TestServer;
afterEach(() => server.close());

it('is good while the database answers', async () => {
  server = await createTestServer();
  const answer = await server.app.inject('/api/health');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toEqual({
    status: 'ok',
    database: server.database.kind,
    version,
  });
});

it('is a problem while the database is silent', async () => {
  server = await createTestServer();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const locks: Promise<unknown>[] = [];
  // Occupies every connection there is.
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const connections = server.database.kind === 'pglite' ? 1 : 10;
  let open = 0;
  for (let each = 0; each < connections; each++)
    locks.push(
      server.database.kysely.connection().execute(async () => {
        open += 1;
        if (open === connections) take();
        await held;
      }),
    );
  await taken;
  const answer = await server.app.inject('/api/health');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'service-unavailable', status: 503 });
  release();
  await Promise.all(locks);
  expect((await server.app.inject('/api/health')).statusCode).toBe(200);
});
