/**
 * What an `Accept-…` header names, in lower case, and how much each is wanted, from 0 (refused) to 1 (RFC 9110, section
 * 12.4.2). An unreadable weight counts as a refusal.
 */
export function readWishes(header = ''): { name: string; weight: number }[] {
  return header.split(',').map((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1';
    return { name, weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
  });
}

/** What an `Accept-…` header names without refusing it, the most wanted first. */
export function mostWanted(header: string | undefined): string[] {
  const wanted = readWishes(header).filter(({ weight }) => weight > 0);
  return wanted.sort((one, other) => other.weight - one.weight).map(({ name }) => name);
}
