/** A version by Semantic Versioning 2.0.0, without its build metadata, which says nothing about order. */
export interface SemanticVersion {
  numbers: readonly number[];
  /** Empty for a version that is meant for everybody. */
  prerelease: readonly string[];
}

const number = '(?:0|[1-9]\\d{0,8})';
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const buildIdentifier = '[0-9A-Za-z-]+';
const pattern = new RegExp(
  `^(${number})\\.(${number})\\.(${number})(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+${buildIdentifier}(?:\\.${buildIdentifier})*)?$`,
);

/** Undefined where the text is no version: `1.2`, `01.2.3`, `1.2.0-..`. */
export function readSemanticVersion(text: string): SemanticVersion | undefined {
  const [, major, minor, patch, prerelease] = pattern.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [major, minor, patch].map(Number), prerelease: prerelease?.split('.') ?? [] };
}

/** Negative where `one` is the lower version: by precedence (semver.org, section 11). */
export function compareSemanticVersions(one: SemanticVersion, other: SemanticVersion): number {
  for (const [index, part] of one.numbers.entries())
    if (part !== other.numbers[index]) return part - other.numbers[index]!;
  // What comes before a version is lower than it.
  if (!one.prerelease.length || !other.prerelease.length) return other.prerelease.length - one.prerelease.length;
  for (const [index, part] of one.prerelease.entries()) {
    const compared = compareIdentifiers(part, other.prerelease[index]);
    if (compared) return compared;
  }
  return one.prerelease.length - other.prerelease.length;
}

/** Numbers by their size and below letters; letters in the order of ASCII. */
function compareIdentifiers(one: string, other: string | undefined): number {
  if (other === undefined) return 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber && one.length !== other.length) return one.length - other.length;
  return one === other ? 0 : one < other ? -1 : 1;
}
