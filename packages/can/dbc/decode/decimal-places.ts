import type { Signal } from "../model.ts";

type Scaling = Pick<Signal, "factor" | "offset" | "valueType">;

/** Significant digits that every double holds. */
const DOUBLE_DIGITS = 15;
/** More places than this cannot be written out. */
const MOST_PLACES = 100;
/** Of a float as many as one looks at. */
const FLOAT_PLACES = 3;

/** Looking them up is dear, and every value of an export asks. */
const known = new WeakMap<Scaling, number>();

/** Places after the point that the values of a signal can differ in. */
export function decimalPlaces(signal: Scaling): number {
  if (signal.valueType !== "integer") return FLOAT_PLACES;
  const found = known.get(signal) ?? Math.max(placesOf(signal.factor), placesOf(signal.offset));
  known.set(signal, found);
  return found;
}

/** So many places are read at a glance; more are shown only where steps are finer than that. */
const GLANCE_PLACES = 4;
/** Steps finer than this are not told apart by eye. */
const MOST_SHOWN = 20;

/** Places after the point to show values with: those of the signal, of a long factor such as 1/256 enough to tell steps apart. */
export function shownPlaces(signal: Scaling & Pick<Signal, "length">): number {
  const own = decimalPlaces(signal);
  if (own <= GLANCE_PLACES) return own;
  const ofStep = Math.max(GLANCE_PLACES, Math.ceil(-Math.log10(Math.abs(signal.factor)) - 1e-9));
  return Math.min(own, ofStep, Math.max(GLANCE_PLACES, exactPlaces(signal)), MOST_SHOWN);
}

/** Places that a double has at the largest value: 64 bits of 1e-16 have no sixteen. */
function exactPlaces({ factor, offset, length }: Scaling & Pick<Signal, "length">): number {
  const largest = 2 ** length * Math.abs(factor) + Math.abs(offset);
  return DOUBLE_DIGITS - Math.ceil(Math.log10(largest));
}

/** The value without the noise that factor times raw leaves behind the last place: 0.6, not 0.6000000000000001. */
export function withoutNoise(signal: Scaling, value: number): number {
  const { factor, offset, valueType } = signal;
  if (Number.isInteger(value)) return value;
  if (valueType === "integer") {
    const places = decimalPlaces(signal);
    return places > MOST_PLACES ? value : Number(value.toFixed(places));
  }
  if (valueType !== "float" || factor !== 1 || offset !== 0) return value;
  // The shortest that is the same single float again.
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** By significant digits, however small it is: a factor of 1e-16 has sixteen places. */
function placesOf(value: number): number {
  const [, digits = "", exponent = "0"] =
    /^-?\d\.(\d*?)0*e([+-]\d+)$/.exec(value.toExponential(DOUBLE_DIGITS - 1)) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}
