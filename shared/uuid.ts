const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Whether `text` has the form of a UUID (RFC 9562, section 4), of whatever version. */
export const isUuid = (text: string): boolean => uuid.test(text);
