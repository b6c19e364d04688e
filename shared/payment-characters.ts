/**
 * The characters that the payment part of a Swiss invoice may hold, without control characters (SIX, Implementation
 * Guidelines QR-bill 2.3, chapter 4.1.1): a name or an address with others could not be put on an invoice.
 */
export const paymentCharacters = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;
