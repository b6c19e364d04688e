interface ProvenText {
  /** What the text is, with its version. */
  name: string;
  /** Kept with the record when the text was shown. */
  recordedSha256: string;
  /** Hash of the text as it is stored now. */
  sha256: string;
  text: string;
}

/** A text that somebody saw, framed, with its hash and whether it is still the one that was recorded. */
export function describeText({ name, recordedSha256, sha256, text }: ProvenText): string[] {
  const isSame = recordedSha256 === sha256;
  return [
    `${name}, SHA-256 ${recordedSha256}`,
    isSame
      ? 'The text below has this hash: it is what was shown.'
      : `The text below has another hash (${sha256}): it is NOT what was shown.`,
    '-----',
    ...text.trimEnd().split('\n'),
    '-----',
  ];
}
