/** How a request for access to the beta is handled (specification 2: beta). Our own promises. */
export const access = {
  /** Within which an address must be confirmed; otherwise it is deleted. */
  confirmationHours: 24,
  /** How long the login provider accepts an invitation; it allows at most 30. */
  invitationDays: 30,
  /**
   * For how long after a sign-up its invitation can be sent. Who has had one is known by the mail, which has to be kept for longer
   * (`retention.mailDays`): nothing else is stored about somebody who has only a sign-in.
   */
  signUpDays: 60,
} as const;

/**
 * Lists beside that of the beta, each for one purpose: who waits for paid plans to be sold to them, and who waits for the app on macOS
 * (decision 0077).
 */
export const waitingLists = ['sale', 'macos'] as const;

export type WaitingList = (typeof waitingLists)[number];
