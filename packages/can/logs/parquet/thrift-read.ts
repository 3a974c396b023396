/** Damage inside a file; the reader of the file makes a problem of it. */
export class ParquetDamage extends Error {}

/** A value of the compact protocol; a text is its bytes. */
export type ThriftRead = number | boolean | Uint8Array | readonly ThriftRead[] | ThriftFields;
export interface ThriftFields {
  readonly [field: number]: ThriftRead | undefined;
}

const MAX_DEPTH = 32;
const BYTE = 3;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const SET = 10;
const STRUCT = 12;

/** Reads structures of the thrift compact protocol, as Parquet has them. */
export class ThriftReader {
  at: number;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  struct(depth = 0): ThriftFields {
    if (depth > MAX_DEPTH) throw new ParquetDamage();
    const fields: Record<number, ThriftRead> = {};
    for (let id = 0; ; ) {
      const head = this.byte();
      if (head === 0) return fields;
      const type = head & 15;
      id = head >> 4 === 0 ? this.zigzag() : id + (head >> 4);
      fields[id] = type < BYTE ? type === 1 : this.value(type, depth);
    }
  }

  private value(type: number, depth: number): ThriftRead {
    if (type === BYTE) return this.byte();
    if (type > BYTE && type < DOUBLE) return this.zigzag();
    if (type === DOUBLE) return this.binary(8);
    if (type === BINARY) return this.binary(this.varint());
    if (type === LIST || type === SET) return this.list(depth);
    if (type === STRUCT) return this.struct(depth + 1);
    throw new ParquetDamage();
  }

  private list(depth: number): ThriftRead[] {
    const head = this.byte();
    const count = head >> 4 === 15 ? this.varint() : head >> 4;
    const type = head & 15;
    if (count > this.bytes.length - this.at) throw new ParquetDamage();
    return Array.from({ length: count }, () => (type < BYTE ? this.byte() === 1 : this.value(type, depth)));
  }

  private binary(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new ParquetDamage();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  private varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new ParquetDamage();
    return byte;
  }
}

export function structOf(value: ThriftRead | undefined): ThriftFields {
  if (typeof value !== "object" || value instanceof Uint8Array || Array.isArray(value)) throw new ParquetDamage();
  return value as ThriftFields;
}

export function numberOf(value: ThriftRead | undefined, fallback?: number): number {
  if (typeof value === "number") return value;
  if (fallback === undefined) throw new ParquetDamage();
  return fallback;
}

/** A count, a size or a place: whole, not negative. */
export function countOf(value: ThriftRead | undefined, fallback?: number): number {
  const count = numberOf(value, fallback);
  if (!Number.isSafeInteger(count) || count < 0) throw new ParquetDamage();
  return count;
}

export function listOf(value: ThriftRead | undefined): readonly ThriftRead[] {
  if (!Array.isArray(value)) throw new ParquetDamage();
  return value;
}

export function thriftText(value: ThriftRead | undefined): string {
  if (!(value instanceof Uint8Array)) throw new ParquetDamage();
  return new TextDecoder().decode(value);
}
