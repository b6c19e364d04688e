/** Cuts the typeface of the headings on paper to one weight and the letters that a company or a title can have. */
import fs from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { faces, latin } from './typefaces.ts';

const root = path.resolve(import.meta.dirname, '../..');
const face = faces.find(({ family }) => family === 'Fraunces')!;
const source = path.join(root, 'node_modules/@fontsource-variable', face.source);
const font = await subsetFont(fs.readFileSync(path.join(source, 'files', face.file)), latin, {
  targetFormat: 'truetype',
  variationAxes: { ...face.axes, wght: 450 },
  noHinting: true,
});
const folder = path.join(root, 'server/paper/fonts');
fs.writeFileSync(path.join(folder, 'fraunces.ttf'), font);
console.log(`fraunces.ttf: ${(font.length / 1024).toFixed(1)} KiB`);
