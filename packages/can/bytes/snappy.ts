/** Raw Snappy (format_description.txt of the project); undefined where it is damaged or gives another size. */
export function unpackSnappy(bytes: Uint8Array, size: number): Uint8Array | undefined {
  const out = new Uint8Array(size);
  let at = 0;
  // The size in front is a varint; the caller knows it already.
  while ((bytes[at++] ?? 0) >= 0x80);
  let length = 0;
  while (at < bytes.length) {
    const tag = bytes[at++] as number;
    const step = tag & 3 ? copy(bytes, at, tag, out, length) : literal(bytes, at, tag, out, length);
    if (step === undefined) return undefined;
    at = step.at;
    length = step.length;
  }
  return length === size ? out : undefined;
}

interface Step {
  readonly at: number;
  readonly length: number;
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let k = count - 1; k >= 0; k--) value = value * 256 + (bytes[at + k] ?? 0);
  return value;
}

function literal(bytes: Uint8Array, from: number, tag: number, out: Uint8Array, length: number): Step | undefined {
  const code = tag >> 2;
  const extra = code < 60 ? 0 : code - 59;
  const count = (extra === 0 ? code : littleEndian(bytes, from, extra)) + 1;
  const at = from + extra;
  if (at + count > bytes.length || length + count > out.length) return undefined;
  out.set(bytes.subarray(at, at + count), length);
  return { at: at + count, length: length + count };
}

/** Bytes that were written before, also those that the copy itself has just made. */
function copy(bytes: Uint8Array, from: number, tag: number, out: Uint8Array, length: number): Step | undefined {
  const kind = tag & 3;
  const offsetBytes = kind === 3 ? 4 : kind;
  const count = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
  const offset = littleEndian(bytes, from, offsetBytes) + (kind === 1 ? (tag >> 5) * 256 : 0);
  if (offset === 0 || offset > length || length + count > out.length) return undefined;
  for (let k = 0; k < count; k++) out[length + k] = out[length + k - offset] as number;
  return { at: from + offsetBytes, length: length + count };
}
