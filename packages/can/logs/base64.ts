const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE = new Uint8Array(256).fill(255);
for (let i = 0; i < 64; i++) VALUE[ALPHABET.charCodeAt(i)] = i;
const PADDING = 0x3d;

/** Decodes into `into`; the number of bytes, or -1 when it is not base64 or too long for `into`. */
export function decodeBase64(bytes: Uint8Array, from: number, to: number, into: Uint8Array): number {
  let end = to;
  while (end > from && bytes[end - 1] === PADDING) end--;
  let bits = 0;
  let held = 0;
  let size = 0;
  for (let i = from; i < end; i++) {
    const value = VALUE[bytes[i] as number] as number;
    if (value > 63) return -1;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    if (size === into.length) return -1;
    into[size++] = (bits >> held) & 255;
    bits &= (1 << held) - 1;
  }
  return size;
}

export function encodeBase64(bytes: Uint8Array, from: number, count: number): string {
  let text = "";
  for (let i = 0; i < count; i += 3) {
    const left = count - i;
    const a = bytes[from + i] as number;
    const b = left > 1 ? (bytes[from + i + 1] as number) : 0;
    const c = left > 2 ? (bytes[from + i + 2] as number) : 0;
    const digits = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    for (let k = 0; k < 4; k++) text += k <= left ? ALPHABET.charAt(digits[k] as number) : "=";
  }
  return text;
}
