import { parseSync } from 'rolldown/utils';

/*
 * A translation by the browser replaces each text with an element of its own. React still holds the text that is gone: it
 * throws when it has to put something before it or to take it away, and changes what nobody sees any more. The only text of
 * an element is safe, since React writes it as the element's whole content.
 */

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

/** Something that an element contains. */
interface Part {
  node: Node;
  isText: boolean;
  /** Another text at another time. */
  changes: boolean;
  /** Not always there. */
  comesAndGoes: boolean;
}

/** What the names of a file stand for. */
interface Names {
  /** Imported or declared outside functions: the same at every rendering. */
  lasting: Set<string>;
  /** Properties that hold an element by their type. */
  elements: Set<string>;
  /** Values of the others, and what functions return. */
  values: Map<string, Node[]>;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const within = (node: Node): Node[] => [node, ...partsOf(node).flatMap(within)];
const nameOf = (node: unknown): string => String((node as { name?: string } | null)?.name ?? '');
const isFunction = ({ type }: Node) => /Function/.test(type);

/** Texts in a component's file that are not safe when a browser translates the page, as `line what`. */
export function looseTexts(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const nodes = within(program as unknown as Node);
  const names = namesIn(program as unknown as Node, nodes);
  const inElements = nodes.filter(isElement).flatMap((element) => looseIn(element, names));
  // A component leaves a text that is its outermost part to the element around it, which may have more of them.
  const outermost = nodes
    .filter(isComponent)
    .flatMap((component) => returnsOf(component).flatMap((shown) => partsShownBy(shown, names)))
    .filter(({ node, isText }) => isText && isPlainlyText(node));
  const starts = new Set([...inElements, ...outermost].map(({ node }) => node.start));
  return [...starts].map((start) => `${code.slice(0, start).split('\n').length} ${lineAt(code, start)}`);
}

const lineAt = (code: string, start: number) => code.slice(start).trimStart().split('\n')[0]!.slice(0, 60);

const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment';

const isComponent = (node: Node) => isFunction(node) && /^[A-Z]/.test(nameOf(node.id));

function namesIn(program: Node, nodes: readonly Node[]): Names {
  const values = new Map<string, Node[]>();
  const add = (name: string, value: Node[]) => values.set(name, [...(values.get(name) ?? []), ...value]);
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && nameOf(node.id) && isNode(node.init))
      add(nameOf(node.id), isFunction(node.init) ? returnsOf(node.init) : [node.init]);
    if (node.type === 'FunctionDeclaration') add(nameOf(node.id), returnsOf(node));
  }
  const declared = (node: Node): Node[] =>
    node.type === 'ExportNamedDeclaration'
      ? partsOf(node).flatMap(declared)
      : partsOf(node).flatMap((each) => [each.local ?? each.id].filter(isNode).flatMap(within));
  return {
    values,
    lasting: new Set(['locale', 'undefined', ...(program.body as Node[]).flatMap(declared).map(nameOf)]),
    elements: new Set(
      nodes
        .filter(({ type, typeAnnotation }) => type === 'TSPropertySignature' && isElementType(typeAnnotation as Node))
        .map(({ key }) => nameOf(key)),
    ),
  };
}

const isElementType = (type: Node) => {
  const types = within(type).map(({ typeName }) => nameOf(typeName));
  return types.includes('ReactElement') && !types.includes('ReactNode');
};

/** What a function may return; its own functions return to others. */
function returnsOf({ body }: Node): Node[] {
  if ((body as Node).type !== 'BlockStatement') return [body as Node];
  const returned = (node: Node): Node[] =>
    node.type === 'ReturnStatement'
      ? [node.argument].filter(isNode)
      : isFunction(node)
        ? []
        : partsOf(node).flatMap(returned);
  return returned(body as Node);
}

/** The texts of one element that are not safe. */
function looseIn(element: Node, names: Names): Part[] {
  const children = childrenOf(element);
  const parts = children.flatMap((child) => partsShownBy(child, names));
  if (children.length === 1 && !isSeveral(children[0]!)) return [];
  const move = parts.some(({ comesAndGoes }) => comesAndGoes);
  return parts.filter(({ isText, changes }) => isText && (changes || move));
}

const childrenOf = (element: Node): Node[] =>
  (element.children as Node[]).filter(
    ({ value, expression }) => !/^\s*\n\s*$/.test(String(value)) && (expression as Node)?.type !== 'JSXEmptyExpression',
  );

const transparent = /^(JSXExpressionContainer|ParenthesizedExpression|TS(As|Satisfies|NonNull)Expression)$/;

const isSeveral = (node: Node): boolean =>
  transparent.test(node.type) ? isSeveral(node.expression as Node) : isFragment(node) || listed(node) !== undefined;

const isFragment = ({ type, openingElement }: Node) =>
  type === 'JSXFragment' || (type === 'JSXElement' && nameOf((openingElement as Node).name) === 'Fragment');

/** The function that makes the parts of a list. */
function listed({ type, callee, arguments: given }: Node): Node | undefined {
  if (type !== 'CallExpression') return undefined;
  const { property, object } = callee as { property?: Node; object?: Node };
  if (nameOf(property) === 'toReversed') return listed(object!);
  return /^(map|flatMap|from)$/.test(nameOf(property)) ? (given as Node[]).find(isFunction) : undefined;
}

/** What an element gets of `node`: fragments, choices, lists and names of this file are looked through. */
function partsShownBy(node: Node, names: Names): Part[] {
  const shownBy = (...nodes: unknown[]) => nodes.flatMap((each) => partsShownBy(each as Node, names));
  const sometimes = (parts: Part[]) => parts.map((part) => ({ ...part, changes: true, comesAndGoes: true }));
  const { type } = node;
  if (transparent.test(type)) return shownBy(node.expression);
  if (isFragment(node)) return childrenOf(node).flatMap((child) => shownBy(child));
  if (type === 'LogicalExpression')
    return sometimes(node.operator === '&&' ? shownBy(node.right) : shownBy(node.left, node.right));
  if (type === 'ConditionalExpression') return sometimes(shownBy(node.consequent, node.alternate));
  if (type === 'ArrayExpression') return shownBy(...(node.elements as Node[]));
  const list = listed(node);
  if (list) return sometimes(shownBy(...returnsOf(list)));
  if (type === 'Literal' && typeof node.value !== 'string' && typeof node.value !== 'number') return [];
  const name = nameOf(type === 'CallExpression' ? node.callee : node);
  const values = names.lasting.has(name) ? undefined : names.values.get(name);
  if (values) {
    // Without the name itself, which may stand for something else in there.
    const others = { ...names, values: new Map([...names.values].filter(([each]) => each !== name)) };
    const parts = values.flatMap((value) => partsShownBy(value, others));
    return parts.map((part) => ({ ...part, node, comesAndGoes: part.comesAndGoes || values.length > 1 }));
  }
  const isText = type !== 'JSXElement' && !names.elements.has(name);
  return [{ node, isText, changes: isText && changes(node, names), comesAndGoes: false }];
}

const isPlainlyText = (node: Node) => /^(JSXText|Literal|TemplateLiteral)$/.test(node.type) || isSentence(node);

/** From the catalogue or in a format: it depends on nothing but what is given. */
const isSentence = ({ type, callee }: Node) =>
  type === 'CallExpression' && /^(t|text|format[A-Z]\w*)$/.test(nameOf(callee));

/** Whether an expression depends on anything but what is the same at every rendering. */
function changes(node: Node, names: Names): boolean {
  const isOne = (each: unknown) => isNode(each) && changes(each, names);
  if (node.type === 'Identifier') return !names.lasting.has(nameOf(node));
  if (node.type === 'MemberExpression') return isOne(node.object) || (node.computed === true && isOne(node.property));
  if (node.type === 'Property') return isOne(node.value);
  if (isSentence(node)) return (node.arguments as Node[]).some(isOne);
  return isFunction(node) || partsOf(node).some(isOne);
}
