import type { Feature } from '../../contract/feature.ts';
import { signUpLetters } from './sign-up-mails.ts';
import { accountNew, inviteSignedUp } from './sign-ups.operator.ts';

/** Who signed up, whether or not they have an account yet. */
export const signUpsFeature: Feature = {
  letters: [signUpLetters],
  commands: [accountNew, inviteSignedUp],
};
