import type { TextPoint } from '../../../../shared/api/text.ts';

/** Lines that begin with `- `, and lines below them with `  - `; undefined for any other text. */
export function readPoints(text: string): TextPoint[] | undefined {
  const points: TextPoint[] = [];
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const [, indent, said] = /^( {2,4}|\t)?- +(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (said === undefined) return undefined;
    if (indent === undefined) points.push({ text: said, points: [] });
    else if (points.length) points.at(-1)!.points.push(said);
    else return undefined;
  }
  return points.length ? points : undefined;
}
