/** Thrift compact protocol, the part that Parquet's metadata needs. */
const TYPE = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12, true: 1, false: 2 } as const;

export type ThriftValue =
  | { type: "i32" | "i64"; value: number }
  | { type: "binary"; value: string | Uint8Array }
  | { type: "bool"; value: boolean }
  | { type: "list"; of: "i32" | "binary" | "struct"; value: readonly ThriftValue[] }
  | { type: "struct"; value: ThriftStruct };

/** Fields by their number; those left undefined are not written. */
export type ThriftStruct = Record<number, ThriftValue | undefined>;

export const i32 = (value: number): ThriftValue => ({ type: "i32", value });
export const i64 = (value: number): ThriftValue => ({ type: "i64", value });
export const text = (value: string): ThriftValue => ({ type: "binary", value });
export const binary = (value: Uint8Array): ThriftValue => ({ type: "binary", value });
export const bool = (value: boolean): ThriftValue => ({ type: "bool", value });
export const struct = (value: ThriftStruct): ThriftValue => ({ type: "struct", value });
export const list = (of: "i32" | "binary" | "struct", value: readonly ThriftValue[]): ThriftValue => {
  return { type: "list", of, value };
};

export function encodeStruct(fields: ThriftStruct): Uint8Array {
  const bytes: number[] = [];
  writeStruct(bytes, fields);
  return Uint8Array.from(bytes);
}

function writeStruct(bytes: number[], fields: ThriftStruct): void {
  let last = 0;
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const id = Number(key);
    // Numbers rise by less than 16 in all structures of Parquet: the short form of the header.
    bytes.push(((id - last) << 4) | typeOf(value));
    last = id;
    if (value.type !== "bool") writeValue(bytes, value);
  }
  bytes.push(0);
}

function typeOf(value: ThriftValue): number {
  if (value.type === "bool") return value.value ? TYPE.true : TYPE.false;
  return TYPE[value.type];
}

function writeValue(bytes: number[], value: ThriftValue): void {
  switch (value.type) {
    case "i32":
    case "i64":
      writeVarint(bytes, value.value * 2);
      break;
    case "binary": {
      const encoded = typeof value.value === "string" ? new TextEncoder().encode(value.value) : value.value;
      writeVarint(bytes, encoded.length);
      for (const byte of encoded) bytes.push(byte);
      break;
    }
    case "list":
      writeList(bytes, value.of, value.value);
      break;
    case "struct":
      writeStruct(bytes, value.value);
      break;
  }
}

function writeList(bytes: number[], of: "i32" | "binary" | "struct", values: readonly ThriftValue[]): void {
  if (values.length < 15) bytes.push((values.length << 4) | TYPE[of]);
  else {
    bytes.push(0xf0 | TYPE[of]);
    writeVarint(bytes, values.length);
  }
  for (const value of values) writeValue(bytes, value);
}

/** All numbers of ours are natural: zigzag is twice the value. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
