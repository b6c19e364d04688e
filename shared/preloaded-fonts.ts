/** Fonts that every page shows at once. Written by workshop/design/subset-fonts.ts. */
export const preloadedFonts = ['/fonts/fraunces-2c5aa38914.woff2', '/fonts/instrument-sans-1dee78c125.woff2'] as const;
