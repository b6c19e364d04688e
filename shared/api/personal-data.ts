import * as z from 'zod/mini';

/** What the file holds, each explained to its owner on the page. Every feature that stores something adds to it. */
export const personalDataParts = [
  'account',
  'downloads',
  'acceptances',
  'customer',
  'orders',
  'subscriptions',
  'invoices',
  'payments',
  'notices',
  'usage',
  'desktopSignIns',
  'mails',
  'requests',
  'accessRequests',
  'measures',
  'acts',
] as const;
export type PersonalDataPart = (typeof personalDataParts)[number];

/** Answer of `GET /api/account/export`, and the file that people keep. Times as ISO 8601 in UTC. */
export const personalDataAnswer = z.object({
  format: z.literal('writing-ant-personal-data'),
  /** Changes when a reader of the file would have to. */
  formatVersion: z.literal(1),
  exportedAt: z.string(),
  /** Purposes, recipients, periods and rights (GDPR Art. 15(1), FADP Art. 25). */
  privacyPolicy: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export type PersonalDataAnswer = z.infer<typeof personalDataAnswer>;
