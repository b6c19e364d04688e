import { Outline } from './icon.tsx';

const outlines = {
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  globe:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM2.5 10h15M10 2.5c2.5 2 3.25 4.75 3.25 7.5S12.5 15.5 10 17.5c-2.5-2-3.25-4.75-3.25-7.5S7.5 4.5 10 2.5Z',
} as const;

/** A small picture that only some pages show, beside a word. `size` is the edge length in pixels. */
export function PageIcon({ name, size }: { name: keyof typeof outlines; size: number }) {
  return <Outline path={outlines[name]} size={size} />;
}
