/**
 * Replaces visx's own text in the build, which measures and breaks lines with a parser of CSS formulas (6 KiB of gzip).
 * Our axes draw their labels themselves.
 */
export const Text = 'text'
