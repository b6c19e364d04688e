declare module 'subset-font' {
  interface Options {
    targetFormat?: 'truetype' | 'woff2';
    /** OpenType features to keep; all of them if omitted. */
    keepFeatures?: readonly string[];
    /** A number pins an axis, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>;
    noHinting?: boolean;
  }
  /** The part of `font` that is needed to set `text`. */
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Buffer>;
}
