/** Days before its erasure on which the holder of a closed account is reminded. */
export const erasureReminderDays = 7;

/** Closing an account needs a sign-in that is at most this old. */
export const freshSignInMinutes = 10;
