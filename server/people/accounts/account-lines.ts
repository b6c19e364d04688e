/** Data of any depth as lines for a terminal, members indented below their parent. */
export function describeData(data: Record<string, unknown>, indent = ''): string[] {
  return Object.entries(data).flatMap(([name, value]) => describeMember(name, value, indent));
}

function describeMember(name: string, value: unknown, indent: string): string[] {
  if (Array.isArray(value))
    return [
      `${indent}${name}: ${value.length}`,
      ...value.flatMap((entry, index) => describeMember(`${index + 1}`, entry, `${indent}  `)),
    ];
  if (value instanceof Date) return [`${indent}${name}: ${value.toISOString()}`];
  if (typeof value === 'object' && value !== null)
    return [`${indent}${name}`, ...describeData(value as Record<string, unknown>, `${indent}  `)];
  const [first = '', ...others] = String(value ?? '(none)')
    .trimEnd()
    .split(/\r?\n/);
  if (others.length === 0) return [`${indent}${name}: ${first}`];
  // No line of somebody's words passes for one of ours.
  return [`${indent}${name}:`, ...[first, ...others].map((line) => `${indent}  | ${line}`)];
}
