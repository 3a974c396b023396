/** A value that follows itself. */
export interface Repeated {
  readonly value: number;
  readonly count: number;
}

/** Numbers of up to 32 bits as run lengths of the hybrid encoding. */
export function encodeRunLengths(runs: Iterable<Repeated>, width: number): Uint8Array {
  const bytes: number[] = [];
  let [value, count] = [0, 0];
  const put = () => {
    if (count === 0) return;
    putVarint(bytes, 2 * count);
    for (let bits = 0; bits < width; bits += 8) bytes.push((value >>> bits) & 255);
  };
  for (const run of runs) {
    if (run.value !== value) {
      put();
      count = 0;
    }
    value = run.value;
    count += run.count;
  }
  put();
  return Uint8Array.from(bytes);
}

/** `count` numbers of 8 bits as one packed run: the bytes as they are, up to a multiple of eight. */
export function encodeBytes(values: Uint8Array, count: number, bytes: Uint8Array, at: number): number {
  const groups = (count + 7) >> 3;
  const end = putVarintAt(bytes, at, 2 * groups + 1);
  bytes.set(values.length === count ? values : values.subarray(0, count), end);
  bytes.fill(0, end + count, end + 8 * groups);
  return end + 8 * groups;
}

/** The same of 16 bits. */
export function encodeShorts(values: Uint16Array, count: number, bytes: Uint8Array, at: number): number {
  const groups = (count + 7) >> 3;
  const end = putVarintAt(bytes, at, 2 * groups + 1);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, 2 * count), end);
  bytes.fill(0, end + 2 * count, end + 16 * groups);
  return end + 16 * groups;
}

/** Room for `encodeBytes`; twice as much for `encodeShorts`. */
export const packedRoom = (count: number): number => 8 + ((count + 7) & ~7);

/** Levels of rows that have a value (1) or none (0), with their length in front. */
export function encodePresence(runs: Iterable<Repeated>): Uint8Array {
  return withLength(encodeRunLengths(runs, 1));
}

/** The same from a byte for each row. */
export function encodePresent(present: Uint8Array, count: number): Uint8Array {
  const runs: Repeated[] = [];
  for (let row = 0; row < count; ) {
    const value = present[row] as number;
    let end = row + 1;
    while (end < count && present[end] === value) end += 1;
    runs.push({ value, count: end - row });
    row = end;
    // A run length takes two bytes at least: packed bits are smaller where they are short.
    if (16 * runs.length > count) return withLength(encodeBits(present, count));
  }
  return encodePresence(runs);
}

function encodeBits(bits: Uint8Array, count: number): Uint8Array {
  const groups = (count + 7) >> 3;
  const bytes = new Uint8Array(8 + groups);
  const start = putVarintAt(bytes, 0, 2 * groups + 1);
  for (let i = 0; i < count; i++) {
    const at = start + (i >> 3);
    bytes[at] = (bytes[at] as number) | ((bits[i] as number) << (i & 7));
  }
  return bytes.subarray(0, start + groups);
}

function withLength(levels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + levels.length);
  new DataView(bytes.buffer).setUint32(0, levels.length, true);
  bytes.set(levels, 4);
  return bytes;
}

function putVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
}

/** Returns where the next byte goes. */
export function putVarintAt(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128;
  bytes[at++] = rest;
  return at;
}
