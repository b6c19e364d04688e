import * as z from 'zod/mini';
import { eligibleCountries } from '../business/eligibility.ts';
import { textLimits } from '../business/field-lengths.ts';
import { customerKinds } from '../business/sales.ts';
import { taxRules } from '../business/vat.ts';
import { emailPattern } from '../email-address.ts';
import { locales } from '../locales.ts';
import { nameCharacters, tidyName } from '../payment-characters.ts';
import { time } from './instant.ts';

const line = (min: number, max: number) =>
  z.string().check(z.overwrite(tidyName), z.minLength(min), z.maxLength(max), z.regex(nameCharacters));

const { name, street, houseNumber, postalCode, town, vatNumber } = textLimits.customer;

/** Body of `PUT /api/customer`: to whom invoices are made out. Lengths are those of the payment part. */
export const customerRequest = z.object({
  kind: z.enum(customerKinds),
  /** The person; on the invoice of a company, whom it is sent to. */
  fullName: line(name.min, name.max),
  /** A company's name; null for a private person. */
  company: z.nullable(line(name.min, name.max)),
  email: z.string().check(z.trim(), z.email({ pattern: emailPattern }), z.maxLength(textLimits.email.max)),
  street: line(street.min, street.max),
  /** Null where the street has no numbers. */
  houseNumber: z.nullable(line(houseNumber.min, houseNumber.max)),
  postalCode: line(postalCode.min, postalCode.max),
  town: line(town.min, town.max),
  country: z.enum(eligibleCountries),
  /** With its country's letters; null for private persons and for companies that have none. */
  vatNumber: z.nullable(z.string().check(z.trim(), z.minLength(vatNumber.min), z.maxLength(vatNumber.max))),
  /** Of invoices and mails. */
  locale: z.enum(locales),
});

/**
 * `none`: no number was given, or none is needed. `unconfirmed`: the authority could not be asked yet; it is asked again.
 * `valid`, `invalid`: what it said at `checkedAt`.
 */
const vatStates = ['none', 'unconfirmed', 'valid', 'invalid'] as const;

/**
 * Answer of `GET` and `PUT /api/customer`; null before the first `PUT`. `tax` is what an invoice of today says, in thousandths;
 * null also where nothing can be sold: to a company abroad whose number is not confirmed.
 */
export const customerAnswer = z.object({
  customer: z.nullable(
    z.extend(customerRequest, {
      vat: z.object({
        state: z.enum(vatStates),
        checkedAt: z.nullable(time),
        /** The name that the authority has for a valid number; null where it tells none, as in Germany and Spain. */
        registeredName: z.nullable(z.string()),
      }),
    }),
  ),
  tax: z.nullable(z.object({ rule: z.enum(taxRules), permille: z.number() })),
});

export type CustomerRequest = z.infer<typeof customerRequest>;
export type CustomerAnswer = z.infer<typeof customerAnswer>;
export type VatState = (typeof vatStates)[number];
