/**
 * A process that only answers every request with the same headers and bytes: the delivery of pages is compared with it.
 * It is told each answer to give, and reports its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer to give from now on; `body` in Base64. */
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
