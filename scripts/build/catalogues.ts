import fs from 'node:fs';
import path from 'node:path';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { parse, type Token } from '@messageformat/parser';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { translationFaults } from './catalogue-translation.ts';
import { typographyFaults } from './catalogue-typography.ts';
import { keepNumbersWhole } from './unbroken-numbers.ts';

const messagesDirectory = path.resolve(import.meta.dirname, '../../content/messages');
const generatedFile = path.resolve(import.meta.dirname, '../../content/generated/message-arguments.ts');

/** Message texts by id. */
export type Messages = Record<string, string>;

/** What a translation must share with its English original. */
interface Shape {
  /** Argument name → how it is used. */
  values: Map<string, 'text' | 'number'>;
  /** Plural argument name → its cases. */
  plurals: Map<string, string[]>;
  tags: Set<string>;
}

const tagPattern = /<([a-zA-Z0-9]+)\/?>/g;

/** Arguments, plural cases and tags of an ICU message. Throws on a message that does not parse. */
export function shapeOf(message: string): Shape {
  const shape: Shape = { values: new Map(), plurals: new Map(), tags: new Set() };
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'argument' || token.type === 'function') shape.values.set(token.arg, 'text');
      if (token.type === 'select') shape.values.set(token.arg, 'text');
      if (token.type === 'plural' || token.type === 'selectordinal') {
        shape.values.set(token.arg, 'number');
        shape.plurals.set(
          token.arg,
          token.cases.map(({ key }) => key),
        );
      }
      if ('cases' in token) for (const { tokens: inner } of token.cases) visit(inner);
    }
  };
  visit(parse(message));
  for (const [, tag] of message.matchAll(tagPattern)) shape.tags.add(tag!);
  return shape;
}

/** Names of the message files: one per page or topic. */
export function messageFileNames(locale: Locale = defaultLocale): string[] {
  return fs
    .readdirSync(path.join(messagesDirectory, locale))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json'))
    .sort();
}

/** The messages of one file in one language; none where the language does not have the file. */
export function readMessages(locale: Locale, file: string): Messages {
  if (!messageFileNames(locale).includes(file)) return {};
  const text = fs.readFileSync(path.join(messagesDirectory, locale, `${file}.json`), 'utf8');
  return JSON.parse(text) as Messages;
}

const sorted = (values: Iterable<string>) => [...values].sort().join(', ');

function faultsOfMessage(locale: Locale, id: string, english: string, message: string): string[] {
  const where = `${locale} ${id}`;
  if (message.trim() === '') return [`${where}: is empty.`];
  const faults = [...typographyFaults(locale, message), ...translationFaults(locale, id, english, message)].map(
    (fault) => `${where}: ${fault}`,
  );
  let shape: Shape;
  try {
    shape = shapeOf(message);
  } catch (error) {
    return [...faults, `${where}: ${(error as Error).message.split('\n')[0]}`];
  }
  const original = shapeOf(english);
  if (sorted(shape.values.keys()) !== sorted(original.values.keys()))
    faults.push(
      `${where}: has the arguments [${sorted(shape.values.keys())}], English has [${sorted(original.values.keys())}].`,
    );
  if (sorted(shape.tags) !== sorted(original.tags))
    faults.push(`${where}: has the tags [${sorted(shape.tags)}], English has [${sorted(original.tags)}].`);
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  // "many" in French and Italian is for millions in compact notation; "other" covers it here.
  for (const [argument, cases] of shape.plurals)
    for (const category of categories)
      if (category !== 'many' && !cases.includes(category))
        faults.push(`${where}: {${argument}} lacks the plural form "${category}".`);
  return faults;
}

/** Everything that is wrong with the catalogues, one sentence each: the other four are compared with English. */
export function catalogueFaults(
  read: (locale: Locale, file: string) => Messages = readMessages,
  files: readonly string[] = messageFileNames(),
): string[] {
  const faults = locales.flatMap((locale) =>
    messageFileNames(locale)
      .filter((file) => !messageFileNames().includes(file))
      .map((file) => `${locale} ${file}.json: English has no such file.`),
  );
  for (const file of files) {
    const english = read(defaultLocale, file);
    for (const id of Object.keys(english))
      if (!id.startsWith(`${file}.`)) faults.push(`en ${file}.json: "${id}" must start with "${file}."`);
    for (const locale of locales) {
      const messages = read(locale, file);
      for (const id of Object.keys(english))
        if (!(id in messages)) faults.push(`${locale} ${file}.json: "${id}" is missing.`);
      for (const [id, message] of Object.entries(messages))
        if (id in english) faults.push(...faultsOfMessage(locale, id, english[id]!, message));
        else faults.push(`${locale} ${file}.json: "${id}" is not in English.`);
    }
  }
  return faults;
}

/** Messages that are recorded as displayed, or leave the page in a mail: nothing is added to them. */
const asWritten = /^account\.form\.confirmation\.|^consent\.|^withdrawal\.statement$|\.subject$/;

/** The messages of one file in one language, ready for the browser. */
export function compileMessages(locale: Locale, file: string): Record<string, CompiledMessage> {
  const messages = Object.entries(readMessages(locale, file));
  return Object.fromEntries(
    messages.map(([id, text]) => [id, compileMessage(asWritten.test(id) ? text : keepNumbersWhole(text))]),
  );
}

/** Writes the types of all message ids with their arguments, taken from English. */
export function writeMessageTypes(): void {
  const lines = messageFileNames().flatMap((file) =>
    Object.entries(readMessages(defaultLocale, file)).map(([id, message]) => {
      const values = [...shapeOf(message).values].map(
        ([name, kind]) => `${name}: ${kind === 'number' ? 'number' : 'string | number'}`,
      );
      return `  '${id}': ${values.length ? `{ ${values.join('; ')} }` : 'Record<never, never>'};`;
    }),
  );
  const text = `// Written by scripts/build/catalogues.ts from content/messages/en.\nexport interface MessageArguments {\n${lines.join('\n')}\n}\n\nexport type MessageId = keyof MessageArguments;\n`;
  fs.mkdirSync(path.dirname(generatedFile), { recursive: true });
  if (!fs.existsSync(generatedFile) || fs.readFileSync(generatedFile, 'utf8') !== text)
    fs.writeFileSync(generatedFile, text);
}
