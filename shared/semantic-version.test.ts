import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSemanticVersions, readSemanticVersion } from './semantic-version.ts';

/** What electron-updater compares with. */
const semver = createRequire(import.meta.resolve('electron-updater'))('semver');

const inOrder = [
  ...['0.0.0', '0.9.10', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
  ...[
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0-0',
    '1.2.0-9.a',
    '1.2.0-10',
    '1.2.0--',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ],
];

it('reads versions, and nothing else', () => {
  expect(readSemanticVersion('1.20.3')).toEqual({ numbers: [1, 20, 3], prerelease: [] });
  expect(readSemanticVersion('1.2.0-beta.11+exp.sha-5')).toEqual({ numbers: [1, 2, 0], prerelease: ['beta', '11'] });
  for (const text of [
    ...['', '1', '1.2', '01.2.3', '1.02.3', '1.2.03', '1.2.3.4', 'v1.2.3', ' 1.2.3', '1.2.3\n', '-1.2.0', 'latest'],
    ...['1.2.0-', '1.2.0-..', '1.2.0-beta.', '1.2.0-beta.01', '1.2.0-beta_1', '1.2.0+', '1.2.0+a..b', '1.2.0-ä'],
  ])
    expect(readSemanticVersion(text), text).toBeUndefined();
});

it('orders them by precedence', () => {
  const byVersion = (one: string, other: string) =>
    compareSemanticVersions(readSemanticVersion(one)!, readSemanticVersion(other)!);
  expect(inOrder.toReversed().toSorted(byVersion)).toEqual(inOrder);
  expect(byVersion('1.2.0+1', '1.2.0+2')).toBe(0);
});

it('agrees with what electron-updater compares with', () => {
  const digits = fc.nat(12);
  const identifier = fc.oneof(digits.map(String), fc.constantFrom('a', 'b', 'beta', '0a', '-', '00', ''));
  const version = fc
    .tuple(digits, digits, digits, fc.array(identifier, { maxLength: 3 }), fc.constantFrom('', '+5', '+'))
    .map(
      ([a, b, c, prerelease, build]) => `${a}.${b}.${c}${prerelease.length ? `-${prerelease.join('.')}` : ''}${build}`,
    );
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [read, readOther] = [readSemanticVersion(one), readSemanticVersion(other)];
      expect([!read, !readOther]).toEqual([!semver.valid(one), !semver.valid(other)]);
      if (read && readOther)
        expect(Math.sign(compareSemanticVersions(read, readOther))).toBe(semver.compare(one, other));
    }),
    { numRuns: 2_000 },
  );
});
