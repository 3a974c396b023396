import {
  countOf,
  listOf,
  numberOf,
  ParquetDamage,
  structOf,
  type ThriftFields,
  ThriftReader,
  thriftText,
} from "./thrift-read.ts";

/** Physical types of Parquet. */
export const TYPE = { boolean: 0, int32: 1, int64: 2, float: 4, double: 5, bytes: 6, fixed: 7 } as const;

/** How whole numbers of a column of times become microseconds. */
export type TimeUnit = "millis" | "micros" | "nanos" | "none";

export interface ChunkInfo {
  readonly name: string;
  readonly type: number;
  /** Of a column of type fixed: the bytes of a value. */
  readonly typeLength: number;
  readonly isOptional: boolean;
  readonly unit: TimeUnit;
  readonly codec: number;
  readonly at: number;
  readonly length: number;
}

export interface GroupInfo {
  readonly rows: number;
  readonly chunks: readonly ChunkInfo[];
}

interface Leaf {
  readonly isOptional: boolean;
  readonly typeLength: number;
  readonly unit: TimeUnit;
}

const REPEATED = 2;
const CONVERTED_MILLIS = 9;
const CONVERTED_MICROS = 10;

/** Flat columns of the footer; those inside structures and lists are left out. */
export function readFooter(bytes: Uint8Array): GroupInfo[] {
  const footer = new ThriftReader(bytes, 0).struct();
  const leaves = leavesOf(listOf(footer[2]).map(structOf));
  return listOf(footer[4]).map((value) => {
    const group = structOf(value);
    const chunks = listOf(group[1]).flatMap((chunk) => chunkOf(structOf(structOf(chunk)[3]), leaves));
    return { rows: countOf(group[3]), chunks };
  });
}

function leavesOf([root, ...elements]: readonly ThriftFields[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  let inside = 0;
  for (const element of elements) {
    const children = countOf(element[5], 0);
    const isNested = inside > 0 || children > 0;
    inside = Math.max(0, inside - 1) + children;
    if (isNested || numberOf(element[3], 0) === REPEATED) continue;
    const isOptional = numberOf(element[3], 0) === 1;
    leaves.set(thriftText(element[4]), { isOptional, typeLength: countOf(element[2], 0), unit: unitOf(element) });
  }
  if (root === undefined) throw new ParquetDamage();
  return leaves;
}

/** LogicalType TIMESTAMP is member 8 of its union; its unit is a union too. */
function unitOf(element: ThriftFields): TimeUnit {
  const converted = numberOf(element[6], -1);
  const logical = element[10] === undefined ? undefined : structOf(element[10])[8];
  if (logical === undefined) {
    return converted === CONVERTED_MILLIS ? "millis" : converted === CONVERTED_MICROS ? "micros" : "none";
  }
  const unit = structOf(structOf(logical)[2]);
  return unit[1] !== undefined ? "millis" : unit[2] !== undefined ? "micros" : "nanos";
}

function chunkOf(meta: ThriftFields, leaves: ReadonlyMap<string, Leaf>): ChunkInfo[] {
  const path = listOf(meta[3]).map(thriftText);
  const [name = ""] = path;
  const leaf = path.length === 1 ? leaves.get(name) : undefined;
  if (leaf === undefined) return [];
  const data = countOf(meta[9]);
  const dictionary = countOf(meta[11], 0);
  // Some writers give 0 for a dictionary that is not there.
  const at = dictionary > 0 ? Math.min(dictionary, data) : data;
  return [{ name, type: numberOf(meta[1]), ...leaf, codec: numberOf(meta[4]), at, length: countOf(meta[7]) }];
}
