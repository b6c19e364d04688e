import { z } from 'zod';
import { type Kind, onWire, type Stored } from './objects.ts';

export const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);

/** What every list of the provider takes. */
export const page = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().min(1).max(5000).optional(),
  created: z.strictObject({ gt: whole.optional(), gte: whole.optional(), lte: whole.optional() }).optional(),
};
type Page = z.infer<z.ZodObject<typeof page>>;

/** So many of what fits, the newest first, after one that is named. */
export function listPage<Name extends Kind>(
  url: string,
  found: Stored<Name>[],
  { limit, starting_after, created }: Page,
) {
  const { gt = -1, gte = 0, lte = Number.MAX_SAFE_INTEGER } = created ?? {};
  const fitting = found.filter((each) => each.created > gt && each.created >= gte && each.created <= lte);
  const rest = fitting.slice(starting_after ? fitting.findIndex(({ id }) => id === starting_after) + 1 : 0);
  return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit).map(onWire) };
}
