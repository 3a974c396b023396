/** Look, rule 5: an unknown value; a true zero is 0. */
export const UNKNOWN = "—";
const MINUS = "−";
/** Between a number and its unit: never broken over two lines. */
const GAP = "\u00a0";

export interface NumberOptions {
  /** Places after the point, always shown; without it up to three, or three figures of what is smaller, trailing zeros dropped. */
  digits?: number;
}

type Maybe = number | null | undefined;

/** Thousands have a comma and minus is −, in both languages. */
export function formatNumber(value: Maybe, { digits }: NumberOptions = {}): string {
  if (value === null || value === undefined || Number.isNaN(value)) return UNKNOWN;
  const places = digits === undefined ? fewPlaces(value) : fixedPlaces(digits);
  const written = numberFormat(places).format(value);
  // −0.001 with two digits is 0.00, not −0.00.
  return /[1-9∞]/.test(written) ? written.replace("-", MINUS) : written.replace("-", "");
}

/** A value with the places of its signal; a float that they would show as zero has the figures of what is smaller. */
export function formatReading(value: number, places: number): string {
  const size = Math.abs(value);
  return formatNumber(value, size < 10 ** -places && size >= SMALLEST ? {} : { digits: places });
}

/** Every digit of a whole number, also beyond those of a double. */
export function formatWhole(value: bigint): string {
  return numberFormat({ maximumFractionDigits: 0 }).format(value).replace("-", MINUS);
}

/** A number with its unit after a space, `%` included. */
export function formatQuantity(value: Maybe, unit: string, options?: NumberOptions): string {
  const number = formatNumber(value, options);
  return number === UNKNOWN ? number : `${number}${GAP}${unit}`;
}

const BYTE_UNITS = ["B", "KB", "MB", "GB", "TB", "PB"] as const;
const BYTE_STEP = 1024;

/** Three figures of a size: 41.2 GB, 980 MB, 512 B. */
export function formatBytes(bytes: Maybe): string {
  if (bytes === null || bytes === undefined || Number.isNaN(bytes)) return UNKNOWN;
  let size = Math.abs(bytes);
  let step = 0;
  // 1,023.6 KB would be rounded to 1,024 KB: it is 1 MB.
  while (size >= BYTE_STEP - 0.5 && step < BYTE_UNITS.length - 1) {
    size /= BYTE_STEP;
    step += 1;
  }
  const digits = step === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return formatQuantity(Math.sign(bytes) * Number(size.toFixed(digits)), BYTE_UNITS[step] ?? "B");
}

/** What is smaller is the rest that floating point leaves behind. */
const SMALLEST = 1e-9;

function fewPlaces(value: number): Intl.NumberFormatOptions {
  const size = Math.abs(value);
  return size < 0.001 && size >= SMALLEST ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 };
}

function fixedPlaces(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${options.minimumFractionDigits}/${options.maximumFractionDigits}/${options.maximumSignificantDigits}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", options);
  numberFormats.set(key, made);
  return made;
}
