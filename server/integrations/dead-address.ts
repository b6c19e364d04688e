/** Bad destination mailbox or system address; mailbox disabled (RFC 3463, sections 3.2 and 3.3). */
const deadStatus = /^5\.(?:1\.\d{1,3}|2\.1)$/;

/** True for an enhanced status code that means: this address does not exist, whatever is sent to it. */
export const isDeadAddress = (status: string): boolean => deadStatus.test(status);
