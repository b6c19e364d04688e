import * as z from 'zod/mini';

/** Answer of `GET /api/health` once everything is ready. */
export const healthAnswer = z.object({
  status: z.literal('ok'),
  database: z.enum(['pglite', 'postgresql']),
  version: z.string(),
});
