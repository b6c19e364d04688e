import { z } from 'zod';

/** Ways in which a model is bad that the protocol does not show. */
const badBehaviours = [
  'answers',
  'translates',
  'drops-middle',
  'leaks',
  'truncates',
  'adds-facts',
  'says-nothing',
  'breaks-lines',
] as const;

export type BadBehaviour = (typeof badBehaviours)[number];

const count = z.int().min(0).max(100_000);

const modelFault = z.strictObject({
  /** Refuses with this status and `code`. */
  status: z.int().min(400).max(599).optional(),
  code: z.string().optional(),
  retryAfterSeconds: count.optional(),
  /** Breaks the connection before it answers. */
  drop: z.boolean().optional(),
  /** Before the first text, and before each further piece. */
  delayMs: count.optional(),
  pieceDelayMs: count.optional(),
  /** After so many pieces: the connection breaks, or the stream ends without its last event, or nothing comes any more. */
  dropAfter: count.optional(),
  endAfter: count.optional(),
  silentAfter: count.optional(),
  /** The last event. */
  ending: z.enum(['incomplete', 'filtered', 'failed', 'overloaded', 'refusal']).optional(),
  behaviour: z.enum(badBehaviours).optional(),
  /** Repeats the text, for long answers; more words at once fill the buffers on the way sooner. */
  repeat: count.optional(),
  wordsPerPiece: count.min(1).optional(),
});

export type ModelFault = z.infer<typeof modelFault>;

/** Faults as they are asked for; what is left out is as usual. */
export const faultsSchema = z.strictObject({
  /** By name; `*` for those not named. */
  models: z.record(z.string(), modelFault).default({}),
  /** What is written of a transcript, instead of by rules. */
  texts: z.record(z.string(), z.string()).default({}),
  /** Dates by name (ISO), and models that are gone. */
  shutdownDates: z.record(z.string(), z.string()).default({}),
  gone: z.array(z.string()).default([]),
  /** Only these are listed, whatever there is. */
  listed: z.array(z.string()).optional(),
  moderation: z
    .strictObject({
      status: z.int().optional(),
      code: z.string().optional(),
      retryAfterSeconds: count.optional(),
      delayMs: count.optional(),
      scores: z.record(z.string(), z.number()).default({}),
      /** Only what contains this gets the scores. */
      about: z.string().default(''),
    })
    .default({ scores: {}, about: '' }),
  list: z.strictObject({ status: z.int().optional() }).default({}),
});

export type Faults = z.infer<typeof faultsSchema>;

export const noFaults = (): Faults => faultsSchema.parse({});
