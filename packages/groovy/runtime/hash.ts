import { late } from "./late.ts";
import { Entry, GMap, GSet } from "./maps.ts";
import { unsigned } from "./numeric.ts";
import { Range } from "./range.ts";
import { Big, Char, ClassRef, Dec, Float, GString, isList, Long, Obj, Small, type Value } from "./values.ts";

const doubles = new DataView(new ArrayBuffer(8));
const identities = new WeakMap<object, number>();
let identity = 0x1b28cdfa;

export function textHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

function longHash(value: bigint): number {
  const bits = unsigned(64, value);
  return Number(BigInt.asIntN(32, bits ^ (bits >> 32n)));
}

function doubleHash(value: number): number {
  doubles.setFloat64(0, Number.isNaN(value) ? Number.NaN : value);
  return doubles.getInt32(0) ^ doubles.getInt32(4);
}

/** Java's hashCode(). */
export function hash(value: Value): number {
  switch (typeof value) {
    case "string":
      return textHash(value);
    case "bigint":
      return Number(value);
    case "number":
      return doubleHash(value);
    case "boolean":
      return value ? 1231 : 1237;
    case "object":
      return value === null ? 0 : objectHash(value);
    default:
      return 0;
  }
}

function objectHash(value: object): number {
  if (value instanceof Long) return longHash(value.v);
  if (value instanceof Small) return Number(value.v);
  if (value instanceof Char) return value.c.charCodeAt(0);
  if (value instanceof Dec) return (Math.imul(31, bigHash(value.u)) + value.scale) | 0;
  if (value instanceof Big) return bigHash(value.v);
  if (value instanceof GString) return (37 + textHash(late.text(value))) | 0;
  if (isList(value)) return listHash(value);
  if (value instanceof Range) return listHash(value.items);
  if (value instanceof Entry) return hash(value.key) ^ hash(value.value);
  if (value instanceof GMap) return value.entries().reduce((sum, entry) => (sum + objectHash(entry)) | 0, 0);
  if (value instanceof GSet) return value.items().reduce<number>((sum, item) => (sum + hash(item)) | 0, 0);
  if (value instanceof Obj && late.has(value, "hashCode")) return Number(late.call(value, "hashCode", []));
  if (value instanceof Float) return doubleHash(value.v);
  if (value instanceof ClassRef) return textHash(value.name);
  return identityHash(value);
}

function listHash(items: readonly Value[]): number {
  return items.reduce<number>((sum, item) => (Math.imul(31, sum) + hash(item)) | 0, 1);
}

/** BigInteger.hashCode: over the 32-bit words of the size, times the sign. */
function bigHash(value: bigint): number {
  let result = 0;
  const size = value < 0n ? -value : value;
  const words: number[] = [];
  for (let rest = size; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  for (const word of words.reverse()) result = (Math.imul(31, result) + word) | 0;
  return value < 0n ? -result | 0 : result;
}

export function identityHash(value: object): number {
  let known = identities.get(value);
  if (known === undefined) {
    identity = (Math.imul(identity, 1103515245) + 12345) & 0x7fffffff;
    known = identity;
    identities.set(value, known);
  }
  return known;
}
