export interface ByteRange {
  readonly from: number;
  /** Behind the last byte. */
  readonly to: number;
}

/** RFC 9110 §14: one range, from either end; undefined where there is none to obey, null where none can be had. */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return undefined;
    const count = Number(last);
    return count === 0 || size === 0 ? null : { from: Math.max(0, size - count), to: size };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return undefined;
  return from >= size ? null : { from, to: last === "" ? size : Math.min(size, Number(last) + 1) };
}
