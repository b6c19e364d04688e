interface Mail {
  subject: string;
  /** Lines of it end with \n. */
  body?: string;
}

/** The address of a mail to `recipient`, with what is already written in it (RFC 6068, section 5). */
export function mailAddress(recipient: string, mail?: Mail): string {
  if (!mail) return `mailto:${recipient}`;
  const fields = Object.entries(mail).map(([name, text]: [string, string]) => {
    return `${name}=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  });
  return `mailto:${recipient}?${fields.join('&')}`;
}
