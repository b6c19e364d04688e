/** Asking whether an address that somebody typed is theirs: by mail, and so no oftener than a stranger has to bear. */
export const addressConfirmation = {
  /** Life of the link. */
  linkDays: 7,
  /** Another mail is asked for no sooner than so many minutes after the last. */
  againAfterMinutes: 10,
  /** Mails to one address for one account. */
  mostMails: 3,
  /** Mails to one address within a day, whichever accounts name it. */
  mostMailsPerDay: 3,
  /** Addresses that one account has asked within a day. */
  mostAddressesPerDay: 5,
} as const;
