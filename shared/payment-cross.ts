/** The side of the Swiss cross over the middle of a payment code, a share of the code's (SIX, Implementation Guidelines QR-bill, 6.4.2). */
export const crossShare = 7 / 46;

/** What it is drawn of, one over the other: half the width and half the height of each, as shares of its side. */
export const crossParts = [
  { ink: false, x: 0.5, y: 0.5 },
  { ink: true, x: 0.42, y: 0.42 },
  { ink: false, x: 0.26, y: 0.08 },
  { ink: false, x: 0.08, y: 0.26 },
] as const;
