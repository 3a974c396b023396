/** Factor and offset as whole numbers of 10^-decimals: 0.1 and -40 are 1 and -400 with one decimal. */
export interface DecimalScale {
  readonly factor: number;
  readonly offset: number;
  readonly decimals: number;
  /** 10^decimals. */
  readonly power: number;
}

const MAX_DECIMALS = 9;
/** Two numbers of at most 15 digits are never the same double. */
export const MAX_UNITS = 999_999_999_999_999;

/** Undefined where either needs more decimals, or more digits, than are exact. */
export function decimalScale(factor: number, offset: number): DecimalScale | undefined {
  const decimals = Math.max(decimalsOf(factor), decimalsOf(offset));
  if (decimals > MAX_DECIMALS) return undefined;
  const power = 10 ** decimals;
  const units = (value: number): number => Math.round(value * power);
  const isExact = (value: number): boolean => Math.abs(units(value)) <= MAX_UNITS && units(value) / power === value;
  return isExact(factor) && isExact(offset)
    ? { factor: units(factor), offset: units(offset), decimals, power }
    : undefined;
}

function decimalsOf(value: number): number {
  const [, fraction = "", exponent = "0"] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
