/** Bits of a classic frame with 3 bits of interframe space: without stuffing, and with as many stuff bits as can be. */
export function classicBitBounds(size: number, isExtended: boolean): { least: number; most: number } {
  const stuffed = (isExtended ? 54 : 34) + 8 * size;
  const least = stuffed + 13;
  // After the first five bits, one in four can be a stuff bit.
  return { least, most: least + Math.floor((stuffed - 1) / 4) };
}
