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
