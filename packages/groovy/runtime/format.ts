import { decOf, plainText, roundDec, setScale } from "./decimal.ts";
import { late } from "./late.ts";
import { isNumber, type Numeric, rank, toDouble, toWhole, unsigned } from "./numeric.ts";
import { fail } from "./throwable.ts";
import { className } from "./types.ts";
import { Char, Dec, Float, Long, Small, type Value } from "./values.ts";

interface Spec {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly conversion: string;
}

const SPEC = /%(?:(\d+)\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

/** java.util.Formatter, of which dates and %a are not supported. */
export function format(pattern: string, args: readonly Value[]): string {
  let next = 0;
  const stray = pattern.replace(SPEC, "").indexOf("%");
  if (stray >= 0) fail("UnknownFormatConversionException", "Conversion = '%'");
  return pattern.replace(
    SPEC,
    (
      all,
      index: string | undefined,
      flags: string,
      width: string | undefined,
      precision: string | undefined,
      conversion: string,
    ) => {
      const spec = {
        flags,
        width: Number(width ?? 0),
        precision: precision === undefined ? undefined : Number(precision),
        conversion,
      };
      if (conversion === "n") return "\n";
      if (conversion === "%") return pad("%", spec);
      const at = index === undefined ? next++ : Number(index) - 1;
      if (at >= args.length) return fail("MissingFormatArgumentException", `Format specifier '${all}'`);
      return one(spec, args[at]);
    },
  );
}

function one(spec: Spec, value: Value): string {
  const lower = spec.conversion.toLowerCase();
  const upper = lower !== spec.conversion;
  const done = convert({ ...spec, conversion: lower }, value);
  return upper ? done.toUpperCase() : done;
}

function convert(spec: Spec, value: Value): string {
  if (spec.conversion === "s") return pad(cut(late.text(value), spec), spec);
  if (spec.conversion === "b")
    return pad(cut(String(value === null ? false : typeof value === "boolean" ? value : true), spec), spec);
  if (value === null || value === undefined) return pad("null", spec);
  if (spec.conversion === "c")
    return pad(
      value instanceof Char
        ? value.c
        : isNumber(value)
          ? String.fromCodePoint(Number(toWhole(value)))
          : mismatch(spec, value),
      spec,
    );
  if (spec.conversion === "h") return pad((late.hash(value) >>> 0).toString(16), spec);
  if (!isNumber(value)) return /[dxofeg]/.test(spec.conversion) ? mismatch(spec, value) : unknown(spec);
  if (spec.conversion === "d") return wholeText(spec, value);
  if (spec.conversion === "x" || spec.conversion === "o") return bitsText(spec, value);
  if (/[feg]/.test(spec.conversion)) return realText(spec, value);
  return unknown(spec);
}

function unknown(spec: Spec): never {
  return fail("UnknownFormatConversionException", `Conversion = '${spec.conversion}'`);
}

function mismatch(spec: Spec, value: Value): never {
  return fail("IllegalFormatConversionException", `${spec.conversion} != ${className(value)}`);
}

function cut(text: string, spec: Spec): string {
  return spec.precision === undefined ? text : text.slice(0, spec.precision);
}

function pad(text: string, spec: Spec): string {
  return spec.flags.includes("-") ? text.padEnd(spec.width) : text.padStart(spec.width);
}

function wholeText(spec: Spec, value: Numeric): string {
  if (rank(value) >= 4) return mismatch(spec, value);
  const whole = toWhole(value);
  return signed((whole < 0n ? -whole : whole).toString(), whole < 0n, spec);
}

function bitsText(spec: Spec, value: Numeric): string {
  if (rank(value) >= 4) return mismatch(spec, value);
  const bits = value instanceof Long ? 64 : value instanceof Small ? (value.type === "Byte" ? 8 : 16) : 32;
  const digits = (rank(value) === 3 ? toWhole(value) : unsigned(bits, toWhole(value))).toString(
    spec.conversion === "x" ? 16 : 8,
  );
  const marked = spec.flags.includes("#") ? (spec.conversion === "x" ? "0x" : "0") + digits : digits;
  return spec.flags.includes("0") ? marked.padStart(spec.width, "0") : pad(marked, spec);
}

function realText(spec: Spec, value: Numeric): string {
  if (rank(value) < 4) return mismatch(spec, value);
  const double = toDouble(value);
  const floating = !(value instanceof Dec);
  if (floating && !Number.isFinite(double)) {
    const text = Number.isNaN(double)
      ? "NaN"
      : double < 0
        ? spec.flags.includes("(")
          ? "(Infinity)"
          : "-Infinity"
        : spec.flags.includes("+")
          ? "+Infinity"
          : "Infinity";
    return pad(text, spec);
  }
  const negative = double < 0 || Object.is(double, -0);
  // Java rounds the shortest digits of a double, half up.
  const size = floating
    ? decOf(String(Math.abs(value instanceof Float ? Number(late.text(value)) : double)))
    : new Dec(value.u < 0n ? -value.u : value.u, value.scale);
  return signed(realDigits(spec, size), negative, spec);
}

function realDigits(spec: Spec, size: Dec): string {
  const places = spec.precision ?? 6;
  if (spec.conversion === "f") return plainText(setScale(size, places));
  if (spec.conversion === "e") return scientific(size, places);
  const digits = places === 0 ? 1 : places;
  const rounded = roundDec(size, digits);
  if (rounded.u === 0n || (rounded.d >= 1e-4 && rounded.d < 10 ** digits)) {
    const before = rounded.u === 0n ? 1 : rounded.u.toString().length - rounded.scale;
    return plainText(setScale(rounded, Math.max(0, digits - before)));
  }
  return scientific(size, digits - 1);
}

function scientific(size: Dec, places: number): string {
  if (size.u === 0n) return `${plainText(new Dec(0n, places))}e+00`;
  const rounded = roundDec(size, places + 1);
  const digits = rounded.u.toString().padEnd(places + 1, "0");
  const exponent = rounded.u.toString().length - 1 - rounded.scale;
  const mantissa = places > 0 ? `${digits[0]}.${digits.slice(1, places + 1)}` : digits.slice(0, 1);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function signed(size: string, negative: boolean, spec: Spec): string {
  const { flags } = spec;
  let digits = size;
  if (flags.includes(",")) {
    const [whole = "", ...fraction] = digits.split(".");
    digits = [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
  }
  const before = negative
    ? flags.includes("(")
      ? "("
      : "-"
    : flags.includes("+")
      ? "+"
      : flags.includes(" ")
        ? " "
        : "";
  const after = negative && flags.includes("(") ? ")" : "";
  if (flags.includes("0")) digits = digits.padStart(spec.width - before.length - after.length, "0");
  return pad(before + digits + after, spec);
}
