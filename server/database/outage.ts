import { wrongRole } from './application-role.ts';

/**
 * SQLSTATE classes and codes of a database that is away or overloaded, not of a wrong statement (PostgreSQL, appendix A):
 * connection exceptions, insufficient resources, operator intervention such as a shutdown or a statement's time limit.
 */
const passingStates = /^(08|53|57)/;

/** Codes of the operating system for a connection that cannot be made. */
const connectionFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The client library reports these in words, without a code. */
const connectionMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether `error` says that the database is unavailable for the moment; a later attempt may well succeed. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors } = error as Error & { code?: unknown; errors?: unknown };
  // A host name may have several addresses, each with its own error.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isDatabaseOutage);
  if (typeof code !== 'string') return connectionMessages.test(error.message);
  return connectionFaults.has(code) || code === wrongRole || (/^[0-9A-Z]{5}$/.test(code) && passingStates.test(code));
}
