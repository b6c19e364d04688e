import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../shared/paths.ts';
import { brokenStates, craftedLinks, foreignAddresses, oddPaths } from '../../../tests/factories/return-addresses.ts';
import { safeReturnAddress } from './return-address.ts';

const origin = 'https://writing-ant.example';

/** As the login client reads a state: what is no JSON is none. */
function returnToOf(state: string): unknown {
  try {
    return JSON.parse(state)?.returnTo;
  } catch {
    return undefined;
  }
}

describe('an address to return to after signing in', () => {
  test.each(['/account', '/writing-ant/download', '/writing-ant/pricing?lang=de#plans', '/a%20b', '/'])(
    '%s is kept',
    (path) => {
      expect(safeReturnAddress(path, origin)).toBe(path);
    },
  );

  test.each(foreignAddresses)('%j becomes /account', (address) => {
    expect(safeReturnAddress(address, origin)).toBe(paths.account);
  });

  test.each(oddPaths)('%j is a path of this site, and stays one', (path) => {
    const address = safeReturnAddress(path, origin);
    expect(address).not.toBe(paths.account);
    expect(new URL(address, origin).origin).toBe(origin);
    // Read once more, as the browser does, it is the same.
    expect(safeReturnAddress(address, origin)).toBe(address);
  });

  test.each(
    ['', undefined, null, 42, true, ['/a'], { path: '/account' }, { startsWith: () => true }].map((value) => ({
      value,
    })),
  )('what is no path becomes /account: $value', ({ value }) => {
    expect(safeReturnAddress(value, origin)).toBe(paths.account);
  });

  test.each(brokenStates)('whatever came back as the state %j, it is /account or a path of this site', (state) => {
    expect(safeReturnAddress(returnToOf(state), origin)).toMatch(/^\/(?![/\\])/);
    expect(safeReturnAddress(returnToOf(state), origin)).not.toContain('evil.example');
  });

  test('the own origin, written out, becomes /account as well', () => {
    expect(safeReturnAddress(`${origin}/terms`, origin)).toBe(paths.account);
  });

  test('whatever is written there, it is a path of this site', () => {
    const pieces = [
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '#',
      '?',
      '%',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      ' ',
      '\0',
      '／',
      '。',
    ];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...pieces, 'a', 'https', 'javascript', 'evil.example'), { maxLength: 12 }),
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (parts, isPath) => {
        const address = safeReturnAddress((isPath ? '/' : '') + parts.join(''), origin);
        expect(address).toMatch(/^\/(?![/\\])/);
        expect(new URL(address, `${origin}/deep/page`).origin).toBe(origin);
        expect(safeReturnAddress(address, origin)).toBe(address);
      }),
      { numRuns: 5000, seed: 20250801 },
    );
  });

  test.each(Object.entries({ foreignAddresses, oddPaths, brokenStates, craftedLinks }))(
    '%s lists each once',
    (_, all) => {
      expect(new Set(all).size).toBe(all.length);
    },
  );
});
