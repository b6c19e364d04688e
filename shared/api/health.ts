import * as z from 'zod/mini';

/** Answer of `GET /api/health` once everything is ready. */
export const healthAnswer = z.object({
  status: z.literal('ok'),
  database: z.enum(['pglite', 'postgresql']),
  /** Day and commit of the software that answers, such as `2026-11-27-96ea33fb10`; `unknown` where it was built without git. */
  version: z.string(),
  /** What cannot be used at the moment although everything else can, such as `release windows-1.3.0`; absent where all is well. */
  faults: z.optional(z.array(z.string())),
});
