/** A typed text as a whole number within the limits; undefined: it is none. */
export function clamped(text: string, least: number, most: number): number | undefined {
  const read = text.trim() === "" ? Number.NaN : Math.round(Number(text));
  return Number.isNaN(read) ? undefined : Math.min(Math.max(read, least), most);
}

/** What counts while it is still typed; undefined: it may become a number of the limits yet. */
export function typedNumber(text: string, least: number, most: number): number | undefined {
  const number = clamped(text, least, most);
  return number === Number(text) ? number : undefined;
}
