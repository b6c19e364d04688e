import path from 'node:path';
import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

/** In order: an area imports those before it (scripts/lint/area-imports.grit). */
const areas = ['platform', 'people', 'delivery', 'billing', 'privacy', 'service'] as const;

const code = repositoryFiles.filter((file) => /\.(tsx?|mjs)$/.test(file) && !/^tests\/|\.test\.tsx?$/.test(file));
const inAreas = code.filter((file) => areas.some((area) => file.startsWith(`server/${area}/`)));
const areaOf = (file: string) => file.split('/')[1]!;

/** Of each table, the area whose `*.tables.ts` declares it. */
const ownerOf = new Map(
  inAreas
    .filter((file) => file.endsWith('.tables.ts'))
    .flatMap((file) => {
      const [, tables = ''] = /Tables = \{(.*?)\} as const/s.exec(readText(file)) ?? [];
      return [...tables.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => [table!, areaOf(file)] as const);
    }),
);

/** What an area reads of another one's tables, and why its query cannot ask that area instead. */
const readers: Readonly<Record<string, string>> = {
  'platform people.accounts': 'whom a mail or an attestation is about, in the statement that picks or counts them',
  'platform service.account_measures': 'a mail about a measure leaves although its account is suspended',
  'platform privacy.legal_holds': 'what is held stays, in the statement that removes the rest',
  'platform delivery.downloads': 'how long what belongs to a download is kept',
  'people platform.mails': 'whether somebody was written to already',
  'people billing.customers': 'the country that an order named, beside that of the acceptance',
  'billing people.accounts': 'only accounts that are active are billed or written to, in the statement that picks them',
  'billing platform.mails': 'the books are checked against what was mailed',
  'billing platform.account_addresses': 'whether a notice comes from a customer',
  'billing service.plan_grants': 'which plan an account has, granted or paid',
  'privacy people.accounts': 'which accounts end, and in what a dump is cut',
  'privacy people.acceptances': 'who has ever begun an account',
  'privacy platform.mails': 'which requests were answered',
  'service people.accounts': 'a sign-in of the app asks for standing and acceptance at once',
  'service people.acceptances': 'a sign-in of the app asks for standing and acceptance at once',
  'service platform.mails': 'whether a measure was told',
};

/** What an area writes of another one's tables. */
const writers: Readonly<Record<string, string>> = {
  'privacy people.accounts': 'the row of an account goes last, once nothing that it is the owner of is left',
};

const tables = [...ownerOf.keys()].join('|');
const written = new RegExp(`(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(${tables})\\b`, 'g');
const read = new RegExp(`(?:selectFrom|[jJ]oin)\\(\\s*\\[?\\s*'(${tables})\\b`, 'g');
const writtenInSql = new RegExp(`\\b(?:into|update|delete from)\\s+(${tables})\\b`, 'g');
const readInSql = new RegExp(`\\b(?:from|join|using)\\s+(${tables})\\b`, 'g');

/** Tables of other areas that the files of an area name, as `<area> <owner>.<table>`. */
function findForeign(inCode: RegExp, inSql: RegExp): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of inAreas.filter((each) => !/\.tables\.ts$|\/migrations\//.test(each))) {
    // In a comment the same words are no query.
    const text = readText(file).replaceAll(/\/\*.*?\*\/|\/\/ [^\n]*/gs, '');
    for (const [, table] of [...text.matchAll(inCode), ...text.matchAll(inSql)]) {
      const owner = ownerOf.get(table!)!;
      const name = `${areaOf(file)} ${owner}.${table}`;
      if (owner !== areaOf(file)) found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

it('knows the tables of every area', () => {
  expect(ownerOf.size).toBeGreaterThan(40);
  expect([...new Set(ownerOf.values())].toSorted()).toEqual([...areas].toSorted());
});

it('has each table written by its own area, but where another one is declared with its reason', () => {
  expect([...findForeign(written, writtenInSql).keys()]).toEqual(Object.keys(writers));
});

it('has each table read by another area only where that is declared, with its reason', () => {
  expect([...findForeign(read, readInSql).keys()].toSorted()).toEqual(Object.keys(readers).toSorted());
});

it('has no circle of files, types included', () => {
  const known = new Set(code);
  const imports = new Map(
    code.map((file) => {
      const sources = [...readText(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
      const targets = sources.map(([, source]) => path.posix.join(path.posix.dirname(file), source!));
      return [file, targets.filter((target) => known.has(target))] as const;
    }),
  );
  const left = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (left.has(file) || way.includes(file)) return;
    for (const target of imports.get(file)!) visit(target, [...way, file]);
    left.add(file);
  };
  for (const file of code) visit(file, []);
  expect(circles).toEqual([]);
});
