/**
 * Cuts the site's typefaces to the characters and the design space that the site uses, and writes
 * - public/fonts: the files, with a hash of their content in the name, beside their licences
 * - app/styles/fonts.css: the font faces and the fallbacks that take the same room
 * - shared/preloaded-fonts.ts: what a page asks for before its style sheet is read
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { type FontMetrics, fallbackDescriptors, readFontMetrics } from './font-metrics.ts';
import { type Face, faces, fallbacks, matchedWeights } from './typefaces.ts';

const root = path.resolve(import.meta.dirname, '../..');
const outputDirectory = path.join(root, 'public/fonts');
const stylesDirectory = path.join(root, 'app/styles');

function fontFaceRule(descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};`);
  return `@font-face {\n${lines.join('\n')}\n}\n`;
}

async function cut(face: Face): Promise<{ address: string; rule: string; metrics: FontMetrics }> {
  const original = fs.readFileSync(path.join(root, 'node_modules', face.source, 'files', face.file));
  const subset = await subsetFont(original, face.characters, {
    targetFormat: 'woff2',
    variationAxes: face.axes,
    keepFeatures: [...face.features],
    noHinting: true,
  });
  const fileName = `${face.name}-${createHash('sha256').update(subset).digest('hex').slice(0, 10)}.woff2`;
  fs.writeFileSync(path.join(outputDirectory, fileName), subset);
  console.log(`${fileName}: ${(subset.length / 1024).toFixed(1)} KiB`);

  const pinned = Object.fromEntries(
    Object.entries(face.axes).map(([axis, value]) => [
      axis,
      axis === 'wght' ? matchedWeights[face.family]! : (value as number),
    ]),
  );
  const still = await subsetFont(original, face.characters, { targetFormat: 'truetype', variationAxes: pinned });
  return {
    address: `/fonts/${fileName}`,
    metrics: readFontMetrics(still),
    rule: fontFaceRule({
      'font-family': `'${face.family}'`,
      src: `url('/fonts/${fileName}') format('woff2')`,
      'font-weight': face.weights,
      'font-display': 'swap',
      ...(face.unicodeRange ? { 'unicode-range': face.unicodeRange } : {}),
    }),
  };
}

fs.mkdirSync(outputDirectory, { recursive: true });
for (const name of fs.readdirSync(outputDirectory))
  if (name.endsWith('.woff2')) fs.rmSync(path.join(outputDirectory, name));

const rules: string[] = ['/* Written by workshop/design/subset-fonts.ts. */\n'];
const preloaded: string[] = [];
for (const face of faces) {
  const { address, rule, metrics } = await cut(face);
  rules.push(rule);
  fs.copyFileSync(
    path.join(root, 'node_modules', face.source, 'LICENSE'),
    path.join(outputDirectory, `${path.basename(face.source)}-license.txt`),
  );
  if (face.unicodeRange) continue;
  if (!face.later) preloaded.push(address);
  for (const fallback of fallbacks[face.family]!) {
    const room = { ...metrics, unitsPerEm: 1, averageWidth: fallback.averageWidthEm };
    rules.push(
      fontFaceRule({
        'font-family': `'${fallback.family}'`,
        src: fallback.local.map((name) => `local('${name}')`).join(', '),
        ...fallbackDescriptors(metrics, room),
      }),
    );
  }
}
fs.writeFileSync(path.join(stylesDirectory, 'fonts.css'), rules.join('\n'));
fs.writeFileSync(
  path.join(root, 'shared/preloaded-fonts.ts'),
  `/** Fonts that every page shows at once. Written by workshop/design/subset-fonts.ts. */
export const preloadedFonts = [${preloaded.map((address) => `'${address}'`).join(', ')}] as const;
`,
);
