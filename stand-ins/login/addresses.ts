/** Where the site sends people to (specification 7). The steps of a sign-in are below it, with its query behind them. */
export const authorizePath = '/user_management/authorize';

export const steps = {
  /** Somebody who has forgotten the password asks for a mail. */
  passwordReset: `${authorizePath}/password-reset`,
  /** The code of a confirmation mail, when a sign-in demands one. */
  verification: `${authorizePath}/verification`,
  /** The choice between several organizations. */
  organization: `${authorizePath}/organization`,
} as const;

/** Where the link of a confirmation mail leads. */
export const emailVerificationPath = '/email-verification';

/** Every flow, by hand. */
export const byHandPath = '/';
