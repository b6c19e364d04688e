import { parseSync } from 'rolldown/utils';

/** One small change of a file that should be noticed. */
export interface Mutant {
  start: number;
  end: number;
  /** What stands there, and what stands there instead. */
  was: string;
  is: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** What each operator is mistaken for. */
const mistaken: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Types, imports and messages of errors change nothing that anybody meets. */
const passedOver = /^(TS.*|Import.*|ExportAllDeclaration|ThrowStatement)$/;
/** Whose inside is still code. */
const castings = /^TS(As|Satisfies|NonNull)Expression$/;

/** The sections and sentences of a page. */
const elements = /^(section|p|li|h[1-6]|a|button|dd)$/;

/** Every mutant of a TypeScript file: operators, numbers, truths, conditions, awaits, and elements of a page. */
export function mutantsOf(file: string, code: string): Mutant[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: Mutant[] = [];
  const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, is: string) =>
    found.push({ start, end, was: code.slice(start, end), is });

  const visit = (node: Node): void => {
    if (passedOver.test(node.type) && !castings.test(node.type)) return;
    const { type, operator } = node as Node & { operator?: string };
    if (/^(Binary|Logical)Expression$/.test(type) && operator! in mistaken) {
      const [left, right] = [node.left as Node, node.right as Node];
      const between = code.slice(left.end, right.start);
      const isText =
        operator === '+' &&
        [left, right].some(({ value, type: of }) => typeof value === 'string' || of === 'TemplateLiteral');
      const start = left.end + between.indexOf(operator!);
      if (!isText) replace({ start, end: start + operator!.length }, mistaken[operator!]!);
    }
    if (type === 'Literal' && typeof node.value === 'number') replace(node, String(node.value + 1));
    if (type === 'Literal' && typeof node.value === 'boolean') replace(node, String(!node.value));
    if (type === 'AwaitExpression') replace({ start: node.start, end: (node.argument as Node).start }, '');
    if (type === 'IfStatement' || type === 'ConditionalExpression') {
      const test = node.test as Node;
      replace(test, `!(${code.slice(test.start, test.end)})`);
    }
    if (type === 'JSXElement') {
      const { name } = (node.openingElement as { name: { name?: string } }).name;
      if (name && elements.test(name)) replace(node, '<></>');
    }
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part);
  };
  visit(program as unknown as Node);
  return found;
}

/** Every text of a catalogue that has several sentences, without its last one. */
export function mutantsOfSentences(json: string): Mutant[] {
  return [...json.matchAll(/"((?:[^"\\]|\\.)+[.!?])\s+[^.!?"]+[.!?]"/g)].map(({ index, 0: whole, 1: rest }) => {
    const start = index + 1;
    return { start, end: start + whole.length - 2, was: whole.slice(1, -1), is: rest! };
  });
}

/** The file with the mutant in it. */
export const mutate = (code: string, { start, end, is }: Mutant): string => code.slice(0, start) + is + code.slice(end);

/** Numbers between 0 and 1 that are the same for each run with the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
