import type { Signal } from "../model.ts";

type Scaling = Pick<Signal, "factor" | "offset" | "valueType">;

/** Places after the point that a computed factor such as 1/3 is followed to. */
const MOST_PLACES = 12;
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

/** Places after the point to show values with: those of the signal, of a long factor such as 1/256 enough to tell steps apart. */
export function shownPlaces(signal: Scaling): number {
  const own = decimalPlaces(signal);
  if (own <= GLANCE_PLACES) return own;
  return Math.min(own, Math.max(GLANCE_PLACES, Math.ceil(-Math.log10(Math.abs(signal.factor)) - 1e-9)));
}

/** The value without the noise that factor times raw leaves behind the last place: 0.6, not 0.6000000000000001. */
export function withoutNoise(signal: Scaling, value: number): number {
  const { factor, offset, valueType } = signal;
  if (Number.isInteger(value)) return value;
  if (valueType === "integer") return Number(value.toFixed(decimalPlaces(signal)));
  if (valueType !== "float" || factor !== 1 || offset !== 0) return value;
  // The shortest that is the same single float again.
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function placesOf(value: number): number {
  return /\.(\d*[1-9])/.exec(value.toFixed(MOST_PLACES))?.[1]?.length ?? 0;
}
