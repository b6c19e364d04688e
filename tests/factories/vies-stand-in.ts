import type { AddressInfo } from 'node:net';
import { buildViesApp } from '../../stand-ins/vies/app.ts';

/** The stand-in for the register of VAT numbers, listening in this process; `judges` says what it answers of a number. */
export async function startViesStandIn(judges?: (number: string) => string) {
  const app = buildViesApp(judges ? { judges } : {});
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
