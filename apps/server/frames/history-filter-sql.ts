import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import type { DataMask, FrameFilter, FrameType, IdRange } from "./history-filter.ts";

/** The gate of the statement: whole numbers or nothing. */
export function whole(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${value}`);
  return String(value);
}

/** Conditions to append to those that name the binding and the time. */
export function filterSql(filter: FrameFilter): string {
  const conditions = [
    filter.channels && `ch in (${listOf(filter.channels)})`,
    filter.ids && anyOf(filter.ids.map(idSql)),
    filter.places && anyOf(filter.places.map((place) => `(ch = ${whole(place.channel)} and ${idSql(place)})`)),
    filter.direction && `bitAnd(flags, ${FLAG_TX}) ${filter.direction === "transmitted" ? "!=" : "="} 0`,
    filter.types && anyOf(filter.types.map((type) => TYPES[type])),
    filter.data && dataSql(filter.data),
  ];
  return conditions.map((condition) => (condition === undefined ? "" : ` and ${condition}`)).join("");
}

const TYPES: Readonly<Record<FrameType, string>> = {
  error: `bitAnd(flags, ${FLAG_ERROR}) != 0`,
  remote: `bitAnd(flags, ${FLAG_ERROR | FLAG_REMOTE}) = ${FLAG_REMOTE}`,
  fd: `bitAnd(flags, ${FLAG_ERROR | FLAG_REMOTE | FLAG_FD}) = ${FLAG_FD}`,
  classic: `bitAnd(flags, ${FLAG_ERROR | FLAG_REMOTE | FLAG_FD}) = 0`,
};

// An empty list lets nothing through; `in ()` would be an error.
const listOf = (values: readonly number[]) => (values.length === 0 ? "NULL" : values.map(whole).join(", "));
const anyOf = (conditions: readonly string[]) => (conditions.length === 0 ? "0" : `(${conditions.join(" or ")})`);

function idSql({ from, to, isExtended }: IdRange): string {
  const range = from === to ? `id = ${whole(from)}` : `id between ${whole(from)} and ${whole(to)}`;
  if (isExtended === undefined) return range;
  return `(${range} and bitAnd(flags, ${FLAG_EXTENDED}) ${isExtended ? "!=" : "="} 0)`;
}

function dataSql({ mask, value }: DataMask): string {
  const last = mask.findLastIndex((bits) => bits !== 0);
  if (last < 0) return "1";
  const conditions = [`len > ${last} and bitAnd(flags, ${FLAG_REMOTE}) = 0`];
  const head = wordOf(mask);
  if (head !== 0n) conditions.push(`bitAnd(d8, toUInt64(${head})) = toUInt64(${wordOf(value) & head})`);
  for (let k = 8; k <= last; k += 1) {
    const bits = mask[k] ?? 0;
    if (bits !== 0)
      conditions.push(`bitAnd(reinterpretAsUInt8(substring(ext, ${k - 7}, 1)), ${bits}) = ${(value[k] ?? 0) & bits}`);
  }
  return `(${conditions.join(" and ")})`;
}

/** Bytes 0-7 as the column `d8` has them. */
function wordOf(bytes: Uint8Array): bigint {
  const head = new Uint8Array(8);
  head.set(bytes.subarray(0, 8));
  return new DataView(head.buffer).getBigUint64(0, true);
}
