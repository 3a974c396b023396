/** A place in bytes of ClickHouse's Native format; behind `length` they have not come yet. */
export interface NativeReading {
  readonly bytes: Uint8Array;
  at: number;
  readonly length: number;
}

/** Undefined: it is not here whole. */
export function readVarint(reading: NativeReading): number | undefined {
  let value = 0;
  let factor = 1;
  while (reading.at < reading.length) {
    const byte = reading.bytes[reading.at++] as number;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 0x80;
  }
  return undefined;
}

/** False: it is not here whole. */
export function skipString(reading: NativeReading): boolean {
  const size = readVarint(reading);
  if (size === undefined) return false;
  reading.at += size;
  return reading.at <= reading.length;
}
