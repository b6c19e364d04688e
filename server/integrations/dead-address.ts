/** Bad destination mailbox, system or syntax; moved; takes no mail (RFC 7505); mailbox disabled (RFC 3463, 3.2 and 3.3). */
const deadStatus = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** Bad mailbox or system of the sender: ours, so it is about every mail. */
const badSenderStatus = /^5\.1\.[78]$/;

/** True for an enhanced status code that means: this address does not exist, whatever is sent to it. */
export const isDeadAddress = (status: string): boolean => deadStatus.test(status);

/** True for one that means: mail from our address is not taken. */
export const isBadSender = (status: string): boolean => badSenderStatus.test(status);
