import * as z from 'zod/mini';

/** A time, in UTC, that anybody has a use for: what lies beyond it is a slip, and databases do not know all of it. */
export const instant = z.iso.datetime().check(z.regex(/^(?:20\d\d|2100)-/));

/** A time that an answer tells: ISO 8601 in UTC. The server's own, so that only its description has the format. */
export const time = z.string();

/** A day that an answer tells: `YYYY-MM-DD`. */
export const day = z.string();
