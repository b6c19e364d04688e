import * as z from 'zod/mini';
import { contentLanguages } from '../business/product.ts';
import { longestReportSeconds, speechReports } from '../business/speech.ts';
import { quotaPools } from '../business/text-service.ts';
import { quotas } from './usage.ts';

/** One recording that the app made into text by itself. */
const report = z.strictObject({
  /** Made by the app; a report that is sent again counts once. */
  id: z.uuid(),
  /** Whose quota it uses: a recording of offline mode, or one of online mode for which no text was asked. */
  mode: z.enum(quotaPools),
  /** By the app's clock; one that cannot be right is counted now. */
  startedAt: z.iso.datetime(),
  seconds: z.int().check(z.minimum(0), z.maximum(longestReportSeconds)),
  language: z.enum(contentLanguages),
  model: z.string().check(z.regex(/^[A-Za-z0-9][\w .:/-]{0,63}$/)),
});

/** Body of `POST /api/speech/requests`. */
export const speechRequest = z.strictObject({
  requests: z.array(report).check(z.minLength(1), z.maxLength(speechReports.max)),
});

export type SpeechReport = z.infer<typeof report>;

/** Answer: what became of each, in the order sent, and what is left. Nothing else about a recording is kept. */
export const speechAnswer = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      /**
       * `known`: reported before, counted once. `over-quota`: beyond the quota, not counted, and in no list of requests. `too-long`:
       * longer than an online recording of the plan may be, not kept.
       */
      state: z.enum(['counted', 'over-quota', 'known', 'too-long']),
      /** Its time could not be right, so it counts in the present month. */
      adjusted: z.boolean(),
    }),
  ),
  quotas,
});

export type SpeechAnswer = z.infer<typeof speechAnswer>;
