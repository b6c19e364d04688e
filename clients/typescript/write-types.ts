/** The parts of OpenAPI that the service's description uses. */
interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const json = (content: Content | undefined) => content?.['application/json'] ?? content?.['application/jwk-set+json'];

/** TypeScript for every call that an app may make, and for what is sent and answered; `numbers` are written as constants. */
export function writeTypes({ paths, components }: Description, numbers: Readonly<Record<string, number>>): string {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, operation]) => method !== 'head' && isForApps(method, operation))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const operations = calls.map(({ operation }) => describeCall(operation));
  const table = calls.map(({ path, method, operation }) => `  ${operation.operationId}: ['${method}', '${path}'],`);
  const events = ['TextStart', 'TextDelta', 'TextRestart', 'Problem', 'EntitlementClaims'];
  const names = reachable(
    [...operations, ...events.map((name) => `"#/components/schemas/${name}"`)],
    components.schemas,
  );
  return [
    '// Written from the description of the service by types.test.ts: vitest -u writes it anew.',
    '',
    ...Object.entries(numbers).map(([name, value]) => `export const ${name} = ${value};`),
    '',
    ...names.map((name) => declare(name, components.schemas[name]!)),
    '/** Method and address of each call. */',
    'export const operations = {',
    ...table,
    '} as const;',
    '',
    '/** What each call is given and answers. */',
    'export interface Calls {',
    ...calls.map(
      ({ operation }) => `  /** ${operation.summary}. */\n  ${operation.operationId}: ${typeOfCall(operation)};`,
    ),
    '}',
    '',
  ].join('\n');
}

/** With a token of the app, or read by anybody. */
const isForApps = (method: string, { security }: Operation) =>
  security.length ? security.some((each) => 'desktop' in each) : method === 'get';

const describeCall = ({ requestBody, responses, parameters }: Operation) =>
  JSON.stringify([requestBody, responses['200'], parameters]);

function typeOfCall({ requestBody, responses, parameters = [] }: Operation): string {
  const body = json(requestBody?.content)?.schema;
  const answer = json(responses['200']?.content)?.schema;
  const given = (['path', 'query'] as const).flatMap((place) => {
    const members = parameters.filter((each) => each.in === place);
    const list = members.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`);
    return members.length ? [`${place}: { ${list.join('; ')} }`] : [];
  });
  const parts = [
    ...given,
    ...(body ? [`body: ${typeOf(body)}`] : []),
    `answer: ${answer ? typeOf(answer) : 'unknown'}`,
  ];
  return `{ ${parts.join('; ')} }`;
}

function reachable(parts: string[], schemas: Record<string, Schema>): string[] {
  const found = new Set<string>();
  const visit = (text: string) => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!found.has(name!)) {
        found.add(name!);
        visit(JSON.stringify(schemas[name!]));
      }
  };
  parts.forEach(visit);
  return [...found].toSorted();
}

function declare(name: string, schema: Schema): string {
  const comment = schema.description ? `/** ${schema.description} */\n` : '';
  if (schema.type !== 'object' || !schema.properties) return `${comment}export type ${name} = ${typeOf(schema)};\n`;
  return `${comment}export interface ${name} ${typeOf(schema)}\n`;
}

function typeOf(schema: Schema, depth = 0): string {
  const { $ref, type, items, properties, additionalProperties } = schema;
  if ($ref) return $ref.split('/').at(-1)!;
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map((each) => typeOf(each, depth)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => typeOf(each, depth)).join(' & ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, depth)).join(' | ');
  if (type === 'array') return items ? `Array<${typeOf(items, depth)}>` : 'unknown[]';
  if (type === 'object' && properties) return objectType(schema, depth);
  if (type === 'object')
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, depth) : 'unknown'}>`;
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[type!] ?? 'unknown'
  );
}

function objectType({ properties = {}, required = [] }: Schema, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `${indent}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, depth + 1)};`;
  });
  return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
