/**
 * SQLSTATE classes and codes of a database that is away or overloaded, not of a wrong statement (PostgreSQL, appendix A):
 * connection exceptions, insufficient resources, operator intervention such as a shutdown or a statement's time limit.
 */
const passingStates = /^(08|53|57)/;

/** What the operating system says of a connection that cannot be had. */
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

/** The client library has words for these and no codes. */
const connectionMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether `error` says that the database cannot be asked at the moment; asked again later, it may well answer. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors } = error as Error & { code?: unknown; errors?: unknown };
  // One name of a host may have several addresses, each with a fault of its own.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isDatabaseOutage);
  if (typeof code !== 'string') return connectionMessages.test(error.message);
  return connectionFaults.has(code) || (/^[0-9A-Z]{5}$/.test(code) && passingStates.test(code));
}
