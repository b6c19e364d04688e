/**
 * On a 20 × 20 grid, drawn with one line. Every page carries these; those that only some pages need are in
 * page-icon.tsx.
 */
const outlines = {
  alert: 'M10 2.75 18 16.5H2L10 2.75ZM10 8v3.75M10 14v.25',
  check: 'm4 10.5 4 4 8-9',
  chevron: 'm5.5 8 4.5 4.5L14.5 8',
  close: 'm5 5 10 10M15 5 5 15',
  device: 'M4.5 4h11v9h-11zM2 16.25h16M8 8.5l1.5 1.5L12.25 7',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 9v4.75M10 6.25v.25',
  leave: 'M8 3H3.5v14H8M13 6.25 16.75 10 13 13.75M16.5 10H8',
  menu: 'M3 5.5h14M3 10h14M3 14.5h8.5M15.75 14.5h.5',
} as const;

/** Hidden from screen readers. `size` is the edge length in pixels. */
export function Outline({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

/** A small picture beside a word, or the only content of a button that has a label of its own. */
export function Icon({ name, size }: { name: keyof typeof outlines; size?: number }) {
  return <Outline path={outlines[name]} {...(size && { size })} />;
}
