import * as z from 'zod/mini';
import { textLimits } from '../business/field-lengths.ts';
import { locales } from '../locales.ts';
import { time } from './instant.ts';
import { printableLines, typedFields } from './typed-fields.ts';

const noticeKinds = ['withdrawal', 'cancellation'] as const;

/**
 * Body of `POST /api/notices`: a withdrawal or cancellation without a sign-in (Directive 2011/83/EU, Art. 11a). Whatever it says
 * is kept and answered; a person assigns it to a contract where the address alone does not.
 */
export const noticeRequest = z.object({
  kind: z.enum(noticeKinds),
  fullName: typedFields.shape.fullName,
  email: typedFields.shape.email,
  /** What identifies the contract: a number of an invoice, the plan, the day of the order. */
  contract: z.string().check(z.trim(), z.maxLength(textLimits.notice.max), z.regex(printableLines)),
  locale: z.enum(locales),
});

/** Answer of `POST /api/notices`: when it arrived counts. */
export const noticeAnswer = z.object({ id: z.uuid(), kind: z.enum(noticeKinds), receivedAt: time });

export type NoticeRequest = z.infer<typeof noticeRequest>;
export type NoticeAnswer = z.infer<typeof noticeAnswer>;
