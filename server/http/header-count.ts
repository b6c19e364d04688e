import type { FastifyRequest } from 'fastify';

/** How often a header was sent. The parsed headers keep only the first where the standard allows just one. */
export function countHeaders({ raw }: FastifyRequest, name: string): number {
  return raw.rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;
}
