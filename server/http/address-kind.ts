import type { FastifyRequest } from 'fastify';
import { type AddressKind, kindOf } from '../../shared/address-kinds.ts';

/**
 * What the address of `request` is for. Decided by the route that was found, whatever the spelling; where none was
 * found, by the address as the router decodes it: `/%61pi/x` is an API call too.
 */
export function kindOfRequest(request: FastifyRequest): AddressKind {
  return kindOf(request.routeOptions.url ?? decodedPathname(request));
}

/** The path without its query, as the router decodes it: `%2F` is no slash. Unchanged where it cannot be decoded. */
export function decodedPathname(request: FastifyRequest): string {
  const pathname = request.url.split('?', 1)[0]!;
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
