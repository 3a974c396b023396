import type { Signal } from "@canopy/can/dbc/model";

type Scaling = Pick<Signal, "factor" | "offset" | "valueType">;

/** Places after the point that a computed factor such as 1/3 is followed to. */
const MOST_PLACES = 12;

/** Places after the point that the values of a signal can differ in; of a float as many as one looks at. */
export function placesOf({ factor, offset, valueType }: Scaling): number {
  return valueType === "integer" ? Math.max(decimals(factor), decimals(offset)) : 3;
}

/** The value without the noise that factor times raw leaves behind the last place: 0.6, not 0.6000000000000001. */
export function withoutNoise({ factor, offset, valueType }: Scaling, value: number): number {
  if (valueType === "integer") return Number(value.toFixed(Math.max(decimals(factor), decimals(offset))));
  if (valueType !== "float" || factor !== 1 || offset !== 0) return value;
  // The shortest that is the same single float again.
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function decimals(value: number): number {
  return /\.(\d*[1-9])/.exec(value.toFixed(MOST_PLACES))?.[1]?.length ?? 0;
}
