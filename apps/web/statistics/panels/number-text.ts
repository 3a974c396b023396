type Bounds = readonly [least: number, most: number];

/** Undefined: no number, or not one yet, as "-" and "1e". */
export function numberOf(text: string, [least, most]: Bounds): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : undefined;
}

/** What was typed stays as it is while it means the value, or nothing yet; another value came from elsewhere. */
export function shownNumber(typed: string | undefined, value: number, bounds: Bounds): string {
  return typed !== undefined && (numberOf(typed, bounds) ?? value) === value ? typed : String(value);
}
