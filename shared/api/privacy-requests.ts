import * as z from 'zod/mini';
import { eligibleCountries, otherCountry } from '../business/eligibility.ts';
import { typedFields } from './typed-fields.ts';

/** GDPR Art. 15, 20, 16, 17, 18 and 21; FADP Art. 25, 28, 32 and 30. */
export const privacyRequestKinds = [
  'access',
  'portability',
  'rectification',
  'erasure',
  'restriction',
  'objection',
] as const;
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number];

/** Body of `POST /api/account/correction`. */
export const correctionRequest = z.object({
  fullName: typedFields.shape.fullName,
  country: z.enum([...eligibleCountries, otherCountry]),
});
export type CorrectionRequest = z.infer<typeof correctionRequest>;

/** Body of `POST /api/account/restriction` and `POST /api/account/objection`: begins it or takes it back. */
export const decisionRequest = z.object({ isOn: z.boolean() });
export type DecisionRequest = z.infer<typeof decisionRequest>;
