/** The few types of DER (X.690) that a certificate is made of: tag, length, content. */
function tagged(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...items: Uint8Array[]) => tagged(0x30, ...items);
export const set = (...items: Uint8Array[]) => tagged(0x31, ...items);
export const octetString = (content: Uint8Array) => tagged(0x04, content);
export const utf8String = (text: string) => tagged(0x0c, Buffer.from(text));
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]));
/** `[number]` around whole items. */
export const explicit = (number: number, content: Uint8Array) => tagged(0xa0 | number, content);
/** `[number]` in place of an item's own tag. */
export const implicit = (number: number, content: Uint8Array) => tagged(0x80 | number, content);

/** Positive: a leading zero keeps the first bit from being a sign. */
export function integer(bytes: Uint8Array): Buffer {
  return tagged(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function bitString(content: Uint8Array, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.from([unusedBits]), content);
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** RFC 5280 4.1.2.5: UTCTime with two digits of the year before 2050, GeneralizedTime from then on. */
export function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return at.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}
