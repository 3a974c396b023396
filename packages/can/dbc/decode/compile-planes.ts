import type { Message, Signal } from "../model.ts";
import { generateFunction, SCRATCH } from "./compile.ts";
import { PLANE_PARAMETERS, type PlaneSource, planeSource } from "./generate-planes.ts";
import { readLongNumber } from "./interpret.ts";

/** Fills columns from the planes of a run; every plane that it reads is there and has `count` bytes at least. */
export type DecodePlanes = (
  planes: readonly (Uint8Array | undefined)[],
  size: number,
  count: number,
  columns: readonly Float64Array[],
) => void;

type Generated = (
  count: number,
  planes: readonly (Uint8Array | undefined)[],
  columns: readonly Float64Array[],
  long: (index: number, row: number) => number,
  words: Uint32Array,
  floats: Float32Array,
  doubles: Float64Array,
) => void;

/**
 * Functions by their source: the engine optimises a function as it runs, and the same signals are decoded again and
 * again by new decoders.
 */
const functions = new Map<string, Generated>();
const MAX_FUNCTIONS = 256;

export function compilePlanes(message: Message, source: PlaneSource): DecodePlanes {
  const code = functionOf(planeSource(source));
  const { words, floats, doubles } = SCRATCH;
  return (planes, size, count, columns) => {
    const payload = new Uint8Array(size);
    const long = (index: number, row: number) => {
      gatherPayload(planes, row, payload);
      return readLongNumber(payload, 0, message.signals[index] as Signal);
    };
    // Not a plain call: V8's middle tier would copy the loop into this function, where it runs at half the speed.
    Reflect.apply(code, undefined, [count, planes, columns, long, words, floats, doubles]);
  };
}

/** The bytes of one row; those of planes that are not there stay. */
export function gatherPayload(planes: readonly (Uint8Array | undefined)[], row: number, payload: Uint8Array): void {
  for (let k = 0; k < payload.length; k++) {
    const plane = planes[k];
    if (plane !== undefined) payload[k] = plane[row] as number;
  }
}

function functionOf(source: string): Generated {
  const known = functions.get(source);
  if (known !== undefined) return known;
  const [oldest] = functions.keys();
  if (functions.size === MAX_FUNCTIONS && oldest !== undefined) functions.delete(oldest);
  const code = generateFunction<Generated>(PLANE_PARAMETERS, source);
  functions.set(source, code);
  return code;
}
