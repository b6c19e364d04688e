import path from 'node:path';
import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

/** In order: an area imports those before it (scripts/lint/imports.grit). */
const areas = ['platform', 'people', 'delivery', 'billing', 'privacy', 'service'] as const;

const code = repositoryFiles.filter((file) => /\.(tsx?|mjs)$/.test(file) && !/^tests\/|\.test\.tsx?$/.test(file));
const inAreas = code.filter((file) => areas.some((area) => file.startsWith(`server/${area}/`)));
const areaOf = (file: string) => file.split('/')[1]!;
/** `<area>/<feature>`. */
const featureOf = (file: string) => file.split('/').slice(1, 3).join('/');

/** Of each table, the feature whose `*.tables.ts` declares it. */
const ownerOf = new Map(
  inAreas
    .filter((file) => file.endsWith('.tables.ts'))
    .flatMap((file) => {
      const [, tables = ''] = /Tables = \{(.*?)\} as const/s.exec(readText(file)) ?? [];
      return [...tables.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => [table!, featureOf(file)] as const);
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
  'privacy platform.operator_actions': 'when dumps were made, proved and copied, and their key was seen',
  'service people.accounts': 'a sign-in of the app asks for standing and acceptance at once',
  'service people.acceptances': 'a sign-in of the app asks for standing and acceptance at once',
  'service platform.mails': 'whether a measure was told',
};

/** What a feature writes of another one's tables, of its own area too. */
const writers: Readonly<Record<string, string>> = {
  'billing/bank billing/payments.refunds': 'an account statement shows that money went back',
  'billing/cards billing/payments.refunds': 'the card provider sends money back, and says so',
  'privacy/closing people/accounts.accounts':
    'the row of an account goes last, once nothing that it is the owner of is left',
};

const tables = [...ownerOf.keys()].join('|');
const written = new RegExp(`(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(${tables})\\b`, 'g');
const read = new RegExp(`(?:selectFrom|[jJ]oin)\\(\\s*\\[?\\s*'(${tables})\\b`, 'g');
const writtenInSql = new RegExp(`\\b(?:into|update|delete from)\\s+(${tables})\\b`, 'g');
const readInSql = new RegExp(`\\b(?:from|join|using)\\s+(${tables})\\b`, 'g');

/** Tables of others that the files of an area, or of a feature, name, as `<name> <owner>.<table>`. */
function findForeign(nameOf: (file: string) => string, inCode: RegExp, inSql: RegExp): string[] {
  const found = new Set<string>();
  for (const file of inAreas.filter((each) => !/\.tables\.ts$|\/migrations\//.test(each))) {
    // In a comment the same words are no query.
    const text = readText(file).replaceAll(/\/\*.*?\*\/|\/\/ [^\n]*/gs, '');
    for (const [, table] of [...text.matchAll(inCode), ...text.matchAll(inSql)]) {
      const owner = nameOf(`server/${ownerOf.get(table!)!}`);
      if (owner !== nameOf(file)) found.add(`${nameOf(file)} ${owner}.${table}`);
    }
  }
  return [...found].toSorted();
}

it('knows the tables of every area', () => {
  expect(ownerOf.size).toBeGreaterThan(40);
  expect(new Set([...ownerOf.values()].map((feature) => feature.split('/')[0]))).toEqual(new Set(areas));
});

it('has each table written by the feature that declares it, but where another one is named with its reason', () => {
  expect(findForeign(featureOf, written, writtenInSql)).toEqual(Object.keys(writers));
});

it('has each table read by another area only where that is declared, with its reason', () => {
  expect(findForeign(areaOf, read, readInSql)).toEqual(Object.keys(readers).toSorted());
});

/** What each file imports of ours. */
function findImports(): Map<string, string[]> {
  const known = new Set(code);
  return new Map(
    code.map((file) => {
      const sources = [...readText(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
      const targets = sources.map(([, source]) => path.posix.join(path.posix.dirname(file), source!));
      return [file, targets.filter((target) => known.has(target))] as const;
    }),
  );
}

function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Set<string>();
  const circles: string[] = [];
  const visit = (one: string, way: readonly string[]): void => {
    if (way.includes(one)) circles.push([...way.slice(way.indexOf(one)), one].join(' -> '));
    if (left.has(one) || way.includes(one)) return;
    for (const target of imports.get(one) ?? []) visit(target, [...way, one]);
    left.add(one);
  };
  for (const one of imports.keys()) visit(one, []);
  return circles;
}

it('has no circle of files, types included', () => {
  expect(findCircles(findImports())).toEqual([]);
});

it('has no circle of features, types included', () => {
  const inFeature = (file: string) => inAreas.includes(file) && file.split('/').length > 3;
  const imports = new Map<string, string[]>();
  for (const [file, targets] of findImports()) {
    if (!inFeature(file)) continue;
    const others = targets.filter((target) => inFeature(target) && featureOf(target) !== featureOf(file));
    imports.set(featureOf(file), [...(imports.get(featureOf(file)) ?? []), ...others.map(featureOf)]);
  }
  expect(imports.size).toBeGreaterThan(30);
  expect(findCircles(imports)).toEqual([]);
});
