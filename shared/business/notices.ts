/** Days on which people work within which somebody finds out whose a withdrawal or cancellation without a sign-in is. */
export const noticeWorkingDays = 2;
