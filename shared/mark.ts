/** The mark of the house, an ant of three dots on the line that it writes, as it is drawn on pages, in the archive of one’s data and on paper. */
export const mark = {
  viewBox: '0 0 36 26',
  /** Centre and radius. */
  dots: [
    [8.5, 11.2, 5],
    [17.6, 12.4, 2.9],
    [25, 10.6, 3.8],
  ],
  feelers: 'M26.6 7.4c.2-3 1-4.8 2.9-6M28.6 9c1.3-2.3 2.9-3.4 5-3.5',
  legs: ['M15.6 14.6 12.4 21', 'M17.7 15v6', 'M19.8 14.6 23 21'],
  line: 'M3 23.5h30',
} as const;

/** The same as parts of an SVG, where there is no React; functions, so that pages do not load them. */
export const markDots = () => mark.dots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('');
export const markLimbs = () => mark.feelers + mark.legs.join('');
