import * as z from 'zod/mini';
import { emailPattern } from '../email-address.ts';
import { locales } from '../locales.ts';

/**
 * `confirmed`: the login provider's, or whoever reads its mails has said so. `asked`: it was sent the mail with the link, and nothing
 * else goes there. `unchecked`: it is not known yet whose it is.
 */
export const addressStates = ['confirmed', 'asked', 'unchecked'] as const;
export type AddressState = (typeof addressStates)[number];

/** Body of `POST /api/account/address-confirmations`: an address that was typed for the account, and the language of the mail. */
export const addressConfirmationRequest = z.strictObject({
  email: z.string().check(z.maxLength(254), z.regex(emailPattern)),
  locale: z.enum(locales),
});
export type AddressConfirmationRequest = z.infer<typeof addressConfirmationRequest>;
