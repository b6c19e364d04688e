/** Both forms of a message (RFC 5322) that is text alone, without the line breaks of quoted-printable. */
export const wordsOf = (message: string): string =>
  Buffer.from(
    message
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();
