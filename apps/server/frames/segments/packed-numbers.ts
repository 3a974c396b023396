/*
 * Whole numbers as byte planes, low byte first; of 9 to 12 bits the high 8 are a plane and the rest is packed, since zstd
 * makes nothing of jitter.
 */

const isPacked = (bits: number) => bits > 8 && bits <= 12;

/** Bytes that `count` numbers of `bits` bits take. */
export function packedLength(bits: number, count: number): number {
  if (isPacked(bits)) return count + Math.ceil((count * (bits - 8)) / 8);
  return Math.ceil(bits / 8) * count;
}

export function packNumbers(values: Float64Array, count: number, bits: number): Uint8Array {
  const bytes = new Uint8Array(packedLength(bits, count));
  if (isPacked(bits)) {
    const low = bits - 8;
    for (let i = 0; i < count; i += 1) {
      const value = values[i] as number;
      bytes[i] = value >>> low;
      const at = i * low;
      const part = (value & ((1 << low) - 1)) << (at & 7);
      const byte = count + (at >> 3);
      bytes[byte] = (bytes[byte] as number) | part;
      if (part > 255) bytes[byte + 1] = part >> 8;
    }
    return bytes;
  }
  const planes = Math.ceil(bits / 8);
  for (let i = 0; i < count; i += 1) {
    let value = values[i] as number;
    for (let plane = 0; plane < planes; plane += 1) {
      const rest = Math.floor(value / 256);
      bytes[plane * count + i] = value - rest * 256;
      value = rest;
    }
  }
  return bytes;
}

export function unpackNumbers(bytes: Uint8Array, count: number, bits: number, into: Float64Array): void {
  if (bits === 0) {
    into.fill(0, 0, count);
  } else if (bits <= 8) {
    for (let i = 0; i < count; i += 1) into[i] = bytes[i] as number;
  } else if (isPacked(bits)) {
    const low = bits - 8;
    const mask = (1 << low) - 1;
    for (let i = 0; i < count; i += 1) {
      const at = i * low;
      const byte = count + (at >> 3);
      const pair = (bytes[byte] as number) | ((bytes[byte + 1] ?? 0) << 8);
      into[i] = ((bytes[i] as number) << low) | ((pair >> (at & 7)) & mask);
    }
  } else if (bits <= 16) {
    for (let i = 0; i < count; i += 1) into[i] = (bytes[i] as number) | ((bytes[count + i] as number) << 8);
  } else {
    const planes = Math.ceil(bits / 8);
    for (let i = 0; i < count; i += 1) {
      let value = 0;
      for (let plane = planes - 1; plane >= 0; plane -= 1) value = value * 256 + (bytes[plane * count + i] as number);
      into[i] = value;
    }
  }
}

/** Number `row` of what `unpackNumbers` unpacks. */
export function numberAt(bytes: Uint8Array, count: number, bits: number, row: number): number {
  if (bits === 0) return 0;
  const first = bytes[row] as number;
  if (bits <= 8) return first;
  if (isPacked(bits)) {
    const low = bits - 8;
    const at = row * low;
    const byte = count + (at >> 3);
    const pair = (bytes[byte] as number) | ((bytes[byte + 1] ?? 0) << 8);
    return (first << low) | ((pair >> (at & 7)) & ((1 << low) - 1));
  }
  const second = first | ((bytes[count + row] as number) << 8);
  if (bits <= 16) return second;
  let value = second;
  for (let plane = 2, scale = 65_536; 8 * plane < bits; plane += 1, scale *= 256)
    value += scale * (bytes[plane * count + row] as number);
  return value;
}
