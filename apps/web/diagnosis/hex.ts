/** "7E4"; an address of either kind. */
export const hexOf = (value: number): string => value.toString(16).toUpperCase().padStart(3, "0");

/** The number of a hexadecimal text, with or without 0x; NaN where it is none. */
export function numberOfHex(text: string): number {
  const digits = /^(?:0x)?([0-9a-f]{1,8})$/i.exec(text.trim())?.[1];
  return digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
}

/** "22 F1 90". */
export const spaced = (hex: string): string => hex.replace(/(..)(?=.)/g, "$1 ");
