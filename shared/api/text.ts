import * as z from 'zod/mini';
import { contentLanguages } from '../business/product.ts';
import { contextLimits, tones } from '../business/text-service.ts';
import { time } from './instant.ts';

/** Text as it is spoken: no control characters but tabs and ends of lines, no halves of surrogate pairs. */
const spoken = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
/** The same, and not only space; one pattern, as generators of clients read no two of one string. */
const somethingSpoken = /^(?=\s*\S)(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
const term = /^(?=.*[\p{L}\p{N}])[^\p{Cc}\p{Cs}<>]*$/u;

/** Body of `POST /api/text/…`. `transcript` has a limit that depends on `recording` and the plan. */
export const textRequest = z.strictObject({
  transcript: z.string().check(z.regex(somethingSpoken)),
  /** Of the transcript, and of the text that is written. */
  language: z.enum(contentLanguages),
  tone: z.enum(tones),
  /** Terms of the user's list; only those that resemble something in the transcript are passed on. */
  vocabulary: z.optional(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(contextLimits.termLength), z.regex(term)))
      .check(z.maxLength(contextLimits.terms)),
  ),
  /** The end of what the same user dictated before; never the text of other programs. */
  previous: z.optional(z.string().check(z.maxLength(contextLimits.previous), z.regex(spoken))),
  /** Where the transcript is that of a recording which has not been counted yet. */
  recording: z.optional(z.strictObject({ seconds: z.number().check(z.minimum(0), z.maximum(86_400)) })),
});

export type TextRequest = z.infer<typeof textRequest>;

export const textPoint = z.object({ text: z.string(), points: z.array(z.string()) });

/** Answer of `POST /api/text/…`, and the data of its last event `done`. */
export const textAnswer = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Of `structure`: the same text, read. */
  points: z.optional(z.array(textPoint)),
  /** `unchanged`: no model wrote anything better; `text` is the transcript, and nothing was counted. */
  outcome: z.enum(['changed', 'unchanged']),
  /** Has to be told to whoever reads it (AI Act, article 50). */
  aiGenerated: z.boolean(),
  model: z.string(),
  promptVersion: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  /** Of the online requests of this month; no limit is null. */
  quota: z.object({
    limit: z.nullable(z.number()),
    used: z.number(),
    remaining: z.nullable(z.number()),
    resetsAt: time,
  }),
});

/** The events of a stream by name, with the JSON of their line `data`; besides them, `error` has a problem. */
export const textEvents = {
  start: z.object({ id: z.uuid(), model: z.string() }),
  delta: z.object({ text: z.string() }),
  restart: z.object({ model: z.string() }),
  done: textAnswer,
} as const;

export type TextAnswer = z.infer<typeof textAnswer>;
export type TextPoint = z.infer<typeof textPoint>;
