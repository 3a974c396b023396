/** A text that is no number, or not one yet, is NaN, which no contract takes. */
export function numberOfText(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
}

/** What was typed stays as it is while it means the value ("1." is one); another value came from elsewhere. */
export function textOfNumber(typed: string | undefined, value: number): string {
  if (typed !== undefined && Object.is(numberOfText(typed), value)) return typed;
  return Number.isNaN(value) ? "" : String(value);
}
