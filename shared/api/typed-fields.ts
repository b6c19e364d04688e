import * as z from 'zod/mini';
import { textLimits } from '../business/field-lengths.ts';
import { emailPattern } from '../email-address.ts';

/** Printable characters over several lines, which end as usual. */
export const printableLines = /^(?:[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|\r\n|[\n\t])*$/u;

/**
 * No control characters, no ends of lines, no halves of a surrogate pair, which the database cannot store, and no characters that change
 * the direction of the surrounding text.
 */
const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;
/** With a letter, and without an address of the web: what is mailed to somebody repeats it. */
const printableName =
  /^(?=.*\p{L})(?!.*(?::\/\/|[hH][tT][tT][pP][sS]?:|[wW]{3}\.))[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;

/**
 * What is typed into the download form, which validates it before sending; in a module of its own, so that pages load
 * no more.
 */
export const typedFields = z.object({
  fullName: z
    .string()
    .check(
      z.trim(),
      z.minLength(textLimits.fullName.min),
      z.maxLength(textLimits.fullName.max),
      z.regex(printableName),
    ),
  email: z.string().check(z.trim(), z.email({ pattern: emailPattern }), z.maxLength(textLimits.email.max)),
  downloadKey: z.optional(z.string().check(z.trim(), z.maxLength(textLimits.downloadKey.max), z.regex(printable))),
});
