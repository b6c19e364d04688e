import * as z from 'zod/mini';
import { textLimits } from '../business/text-limits.ts';
import { emailPattern } from '../email-address.ts';

/**
 * No control characters and no halves of a character, which the database cannot all hold, and none that change the
 * direction of the text around them.
 */
const printable = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u;
const printableWithLetter = /^(?=.*\p{L})[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u;

/** What is typed into the download form. It checks this itself before it sends; alone here, so that pages load no more. */
export const typedFields = z.object({
  fullName: z
    .string()
    .check(
      z.trim(),
      z.minLength(textLimits.fullName.min),
      z.maxLength(textLimits.fullName.max),
      z.regex(printableWithLetter),
    ),
  email: z.string().check(z.trim(), z.email({ pattern: emailPattern }), z.maxLength(textLimits.email.max)),
  downloadKey: z.optional(z.string().check(z.trim(), z.maxLength(textLimits.downloadKey.max), z.regex(printable))),
});
