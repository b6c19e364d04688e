/** Parameters as the provider takes them: `a[b]=1`, `list[0][c]=2`; a name that ends in `[]` is a list too. */
export type Parameters = string | Parameters[] | { [name: string]: Parameters };

/** Reads them into objects and lists. Nothing that is sent can reach an object's prototype. */
export function readParameters(text: string): Record<string, Parameters> {
  const root: Record<string, Parameters> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([step]) => step);
    let place = root;
    steps.forEach((step, index) => {
      const key = step === '[]' ? String(Object.keys(place).length) : step;
      if (index === steps.length - 1) place[key] = value;
      else {
        if (typeof place[key] !== 'object') place[key] = Object.create(null);
        place = place[key] as Record<string, Parameters>;
      }
    });
  }
  return listsIn(root) as Record<string, Parameters>;
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listsIn(value: Parameters): Parameters {
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, each]) => [name, listsIn(each)] as const);
  if (entries.length && entries.every(([name], index) => name === String(index)))
    return entries.map(([, each]) => each);
  return Object.fromEntries(entries);
}
