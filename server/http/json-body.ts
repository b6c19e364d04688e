import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** JSON is UTF-8 (RFC 8259, section 8.1): what is not would otherwise be stored with characters that nobody wrote. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(new Problem('malformed-request', { detail: 'The body is not valid UTF-8.' }));
  });
}
