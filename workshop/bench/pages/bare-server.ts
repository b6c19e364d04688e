/**
 * A process that does nothing but answer every request with the same headers and bytes: what the delivery of pages is
 * compared with. It is told each answer that it is to give, and tells its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it is to answer with from now on; `body` in Base64. */
export interface BareAnswer {
  status: number;
  headers: string[];
  body: string;
}

let answer: BareAnswer & { bytes: Buffer };
const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.bytes);
}).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

process.on('message', (told: BareAnswer) => {
  answer = { ...told, bytes: Buffer.from(told.body, 'base64') };
  process.send!('ready');
});
process.on('disconnect', () => process.exit(0));
