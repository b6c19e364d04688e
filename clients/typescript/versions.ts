/** Whether a version comes before another (SemVer), as the service counts: a pre-release as the version that it comes before. */
export function isOlder(version: string, minimum: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(minimum)];
  const index = one.findIndex((number, at) => number !== other[at]);
  return index !== -1 && one[index]! < (other[index] ?? 0);
}

const numbersOf = (version: string) => version.split(/[-+]/)[0]!.split('.').slice(0, 3).map(Number);
