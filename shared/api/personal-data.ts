import * as z from 'zod/mini';
import { time } from './instant.ts';

/** Answer of `GET /api/account/export`, and the file that people keep. Times as ISO 8601 in UTC. */
export const personalDataAnswer = z.object({
  format: z.literal('writing-ant-personal-data'),
  /** Changes when a reader of the file would have to. */
  formatVersion: z.literal(1),
  exportedAt: time,
  /** Purposes, recipients, periods and rights (GDPR Art. 15(1), FADP Art. 25). */
  privacyPolicy: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export type PersonalDataAnswer = z.infer<typeof personalDataAnswer>;
