import type { FastifyRequest } from 'fastify';

/** How often a header was sent. Of several, the parsed headers hold only the first where the standard allows but one. */
export function countHeaders({ raw }: FastifyRequest, name: string): number {
  return raw.rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;
}
