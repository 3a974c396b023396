/** A text that is no number, or not one yet, is NaN, which no contract takes. */
export function numberOfText(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
}

/** What was typed stays as it is while it means the value ("1." is one); another value came from elsewhere. */
export function textOfNumber(typed: string | undefined, value: number): string {
  if (typed !== undefined && Object.is(numberOfText(typed), value)) return typed;
  return Number.isNaN(value) ? "" : String(value);
}

export interface NumberLimits {
  readonly least: number;
  readonly most: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
}

/** A typed text brought within the limits; undefined: it is no number. */
export function clamped(text: string, { least, most, whole = false }: NumberLimits): number | undefined {
  const typed = numberOfText(text);
  if (!Number.isFinite(typed)) return undefined;
  return Math.min(Math.max(whole ? Math.round(typed) : typed, least), most);
}

/** What counts while it is still typed; undefined: it may become a number of the limits yet. */
export function typedWithin(text: string, limits: NumberLimits): number | undefined {
  const number = clamped(text, limits);
  return number === numberOfText(text) ? number : undefined;
}

/** What was typed stays as it is while it means the value, or nothing yet; null is an empty field. */
export function textWithin(typed: string | undefined, value: number | null, limits: NumberLimits): string {
  if (typed !== undefined && (typedWithin(typed, limits) ?? value) === value) return typed;
  return value === null ? "" : String(value);
}
