import * as z from 'zod/mini';

/** A time, in UTC, that anybody has a use for: what lies beyond it is a slip, and databases do not know all of it. */
export const instant = z.iso.datetime().check(z.regex(/^(?:20\d\d|2100)-/));
