import { parseSync } from 'rolldown/utils';

/**
 * Where a string is used: `shown` between the tags of a component, in an `attribute` of one, in an `error` for those
 * who read the log, or anywhere else in the `code`.
 */
type StringUse = 'shown' | 'attribute' | 'error' | 'code';

/** A string in a source file. */
export interface SourceString {
  /** As written; `{}` replaces each expression within a template. */
  text: string;
  use: StringUse;
  /** The attribute's name. */
  name?: string;
  line: number;
}

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Types and imports contain no words. */
const withoutWords =
  /^(TS(TypeAnnotation|TypeAliasDeclaration|InterfaceDeclaration|LiteralType|TypeParameter.*)|Import.*)$/;

/** Expressions that pass their parts on unchanged: a string inside is used like the whole. */
const passingOn =
  /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|ParenthesizedExpression|TS(As|Satisfies)Expression)$/;
const passesOn = ({ type, operator }: Node) =>
  passingOn.test(type) || (type === 'BinaryExpression' && operator === '+');

/** Every string of a TypeScript file and how it is used. Throws on a file that does not parse. */
export function stringsOf(file: string, code: string): SourceString[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const strings: SourceString[] = [];

  const visit = (node: Node, use: StringUse, name?: string): void => {
    const { type } = node;
    if (withoutWords.test(type)) return;
    const add = (text: string) =>
      strings.push({ text, use, ...(name && { name }), line: code.slice(0, node.start).split('\n').length });
    if (type === 'JSXText') add(String(node.value).trim());
    else if (type === 'Literal' && typeof node.value === 'string') add(node.value);
    else if (type === 'TemplateLiteral')
      add((node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}'));

    for (const part of Object.values(node).flat()) {
      if (!isNode(part)) continue;
      if (type === 'JSXElement' || type === 'JSXFragment') visit(part, 'shown');
      else if (type === 'JSXAttribute') visit(part, 'attribute', (node.name as { name?: string }).name ?? '');
      else if (passesOn(node)) visit(part, part === node.test ? 'code' : use, name);
      else if (type === 'NewExpression' && /(Error|Problem|Fault)$/.test((node.callee as { name?: string }).name ?? ''))
        visit(part, 'error');
      else visit(part, use === 'error' ? use : 'code');
    }
  };
  visit(program as unknown as Node, 'code');
  return strings;
}
