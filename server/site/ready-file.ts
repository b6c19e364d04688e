import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentEncoding, chooseEncoding, matchesEtag } from '../http/content-encoding.ts';
import { requestIdHeader } from '../http/problem.ts';
import type { SiteFile } from './site-file.ts';

interface ReadyAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Only for files that may be cached. */
  etag: string | undefined;
  /** For a client that already has it. */
  headersOfUnchanged: OutgoingHttpHeaders;
}

interface ReadyFileOptions {
  /** All headers that do not depend on the encoding. */
  headers: Readonly<Record<string, string>>;
  status?: 200 | 404;
  /** Distinguishes variants with other headers. */
  etagSuffix?: string;
}

/**
 * A compressible file with all its headers. An answer depends on nothing in the request but its encoding and whether
 * the client has the file, so answers are assembled once and bypass the framework.
 */
export class ReadyFile {
  readonly #file: SiteFile;
  readonly #options: ReadyFileOptions;
  readonly #answers = new Map<ContentEncoding, ReadyAnswer>();

  constructor(file: SiteFile, options: ReadyFileOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Answers at once when the file has been requested in this encoding before. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const answer = this.#answers.get(encoding);
    return answer
      ? write(answer, request, reply)
      : this.#prepare(encoding).then((prepared) => write(prepared, request, reply));
  }

  async #prepare(wanted: ContentEncoding): Promise<ReadyAnswer> {
    const { body, encoding, etag: ownEtag } = await this.#file.represent(wanted);
    const { headers: given, status = 200, etagSuffix = '' } = this.#options;
    const etag = status === 200 ? ownEtag.replace(/"$/, `${etagSuffix}"`) : undefined;
    const headersOfUnchanged = { ...given, ...(etag && { etag }) };
    const headers = {
      ...headersOfUnchanged,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-type': this.#file.mediaType,
      'content-length': body.length,
    };
    const answer = { status, headers, body, etag, headersOfUnchanged };
    this.#answers.set(wanted, answer);
    return answer;
  }
}

function write(answer: ReadyAnswer, { id, headers, method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { raw } = reply.hijack();
  raw.setHeader(requestIdHeader, id);
  if (answer.etag && matchesEtag(headers['if-none-match'], answer.etag))
    raw.writeHead(304, answer.headersOfUnchanged).end();
  else raw.writeHead(answer.status, answer.headers).end(method === 'HEAD' ? undefined : answer.body);
  return reply;
}
