import * as z from 'zod/mini';
import { textLimits } from '../business/field-lengths.ts';
import { printableLines } from './typed-fields.ts';

/** Why the holder of an account thinks that a measure against it is wrong. */
export const measureObjectionRequest = z.object({
  words: z
    .string()
    .check(
      z.trim(),
      z.minLength(textLimits.objection.min),
      z.maxLength(textLimits.objection.max),
      z.regex(printableLines),
    ),
});

export type MeasureObjectionRequest = z.infer<typeof measureObjectionRequest>;
