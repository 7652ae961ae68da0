/** A variant of a problem is a word with the tag that it is used with: `word << 8 | tag`. */
export const wordOfVariant = (variant: number): number => variant >>> 8;
export const tagOfVariant = (variant: number): number => variant & 255;
