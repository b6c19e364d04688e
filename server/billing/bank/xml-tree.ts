import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { StatementFault } from './statement-fault.ts';

/** An element as the file has it, without those that hold nothing. */
export interface Element {
  name: string;
  /** Of the file, from 1. */
  line: number;
  /** Without what stands around it. */
  text: string;
  attributes: Record<string, string>;
  children: Element[];
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  captureMetaData: true,
});
const metaData = XMLParser.getMetaDataSymbol() as unknown as symbol;

type Parsed = Record<string | symbol, unknown>;

/** The root element and nothing beside it. Throws a `StatementFault` for whatever is not whole, or not safe to read. */
export function readXml(written: string): Element {
  const xml = written.replaceAll(/\r\n?/g, '\n');
  // No bank sends one, and entities can be made to grow without end or to read other files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new StatementFault('The file declares entities, which is refused.');
  if (holdsForbidden(xml)) throw new StatementFault('The file holds a character that XML does not allow, such as NUL.');
  const validity = XMLValidator.validate(xml);
  if (validity !== true)
    throw new StatementFault(
      `The file is not whole: ${validity.err.msg.replaceAll(/\s+/g, ' ').replace(/\.$/, '')} (line ${validity.err.line}).`,
    );
  let parsed: Parsed[];
  try {
    parsed = parser.parse(xml);
  } catch {
    throw new StatementFault(
      'The file is no bank statement: elements lie too deep in each other, or have forbidden names.',
    );
  }
  const roots = parsed.filter((each) => !isText(each) && !nameOf(each).startsWith('?'));
  const words = parsed.filter((each) => isText(each) && textOf(each).trim() !== '');
  if (roots.length !== 1 || words.length > 0)
    throw new StatementFault('The file is not whole: something follows its root element.');
  return toElement(roots[0]!, findLines(xml));
}

/** The first child of each name, one below the other; undefined where one is missing. */
export function find(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((found, name) => found?.children.find((each) => each.name === name), element);
}

export const findAll = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((each) => each.name === name) ?? [];

/** What the element at the end of a path says; undefined where it says nothing. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string | undefined =>
  find(element, ...path)?.text || undefined;

/** All that is said below an element, in its order. */
export const textsWithin = (element: Element): string[] =>
  element.children.length > 0 ? element.children.flatMap(textsWithin) : [element.text];

function toElement(parsed: Parsed, lineOf: (index: number) => number): Element {
  const name = nameOf(parsed);
  const inner = parsed[name] as Parsed[];
  const { startIndex = 0 } = (parsed[metaData] ?? {}) as { startIndex?: number };
  return {
    name,
    line: lineOf(startIndex),
    text: inner.filter(isText).map(textOf).join('').trim(),
    attributes: (parsed[':@'] ?? {}) as Record<string, string>,
    children: inner
      .filter((each) => !isText(each) && !nameOf(each).startsWith('?') && (each[nameOf(each)] as Parsed[]).length > 0)
      .map((each) => toElement(each, lineOf)),
  };
}

const nameOf = (parsed: Parsed): string => Object.keys(parsed).find((name) => name !== ':@') ?? '';
const isText = (parsed: Parsed): boolean => '#text' in parsed || '#cdata' in parsed;

/** What stands in CDATA is what it is; elsewhere, characters are written by their names and numbers, too. */
function textOf(parsed: Parsed): string {
  if ('#cdata' in parsed) return (parsed['#cdata'] as Parsed[]).map((each) => String(each['#text'] ?? '')).join('');
  return String(parsed['#text']).replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(lt|gt|amp|quot|apos));/gi,
    (_, hex, decimal, named) =>
      named
        ? namedCharacters[named as keyof typeof namedCharacters]!
        : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}

const namedCharacters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function findLines(xml: string): (index: number) => number {
  const starts = [0, ...[...xml.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (index) => {
    let [from, until] = [0, starts.length];
    while (until - from > 1) {
      const middle = (from + until) >> 1;
      if (starts[middle]! <= index) from = middle;
      else until = middle;
    }
    return from + 1;
  };
}

/** What XML 1.0 has no way to write, as it stands or by its number; databases refuse some of it. */
const holdsForbidden = (xml: string): boolean =>
  !isAllowed(xml) ||
  [...xml.matchAll(/&#(?:x([\da-f]+)|(\d+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff || !isAllowed(String.fromCodePoint(code));
  });

const isAllowed = (text: string): boolean =>
  text.isWellFormed() && !/[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text);
