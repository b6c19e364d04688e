import type { Decline } from './objects.ts';

/** How a card behaves. The numbers are the provider's own test numbers (docs.stripe.com/testing). */
interface TestCard {
  brand: 'visa' | 'mastercard';
  /** `once`: not again after it was confirmed with a card that is kept. `always`: also when nobody is there. */
  confirmation?: 'once' | 'always';
  decline?: Decline;
  /** It can be kept, and is declined only when it is charged. */
  isKept?: boolean;
  /** The holder objects to the charge right after it. */
  isDisputed?: boolean;
}

const declined = (decline_code: string, advice_code: string, message: string): Decline => ({
  code: 'card_declined',
  decline_code,
  advice_code,
  message,
});

export const declines = {
  generic: declined('generic_decline', 'try_again_later', 'Your card was declined.'),
  insufficientFunds: declined('insufficient_funds', 'try_again_later', 'Your card has insufficient funds.'),
  lost: declined('lost_card', 'do_not_try_again', 'Your card was declined.'),
  stolen: declined('stolen_card', 'do_not_try_again', 'Your card was declined.'),
  expired: {
    code: 'expired_card',
    decline_code: 'expired_card',
    advice_code: 'confirm_card_data',
    message: 'Your card has expired.',
  },
  processing: {
    code: 'processing_error',
    decline_code: 'processing_error',
    advice_code: 'try_again_later',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} satisfies Record<string, Decline>;

/** The holder did not confirm. */
export const confirmationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
};

const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '4000002500003155': { brand: 'visa', confirmation: 'once' },
  '4000002760003184': { brand: 'visa', confirmation: 'always' },
  '4000000000000002': { brand: 'visa', decline: declines.generic },
  '4000000000009995': { brand: 'visa', decline: declines.insufficientFunds },
  '4000000000009987': { brand: 'visa', decline: declines.lost },
  '4000000000009979': { brand: 'visa', decline: declines.stolen },
  '4000000000000069': { brand: 'visa', decline: declines.expired },
  '4000000000000119': { brand: 'visa', decline: declines.processing },
  '4000000000000341': { brand: 'visa', decline: declines.generic, isKept: true },
  '4000000000000259': { brand: 'visa', isDisputed: true },
};

export function findTestCard(number: string): TestCard | undefined {
  return testCards[number];
}
