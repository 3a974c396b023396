import { parameterCount } from "./closures.ts";
import { isFn, type Value } from "./values.ts";

/** Methods by name; the receiver comes first, an argument not given is undefined. */
export type Table = Readonly<Record<string, (self: Value, ...args: Value[]) => Value>>;

export function table(...parts: Table[]): Table {
  return Object.assign(Object.create(null), ...parts);
}

/** Without what the type does not have in Groovy 2.4. */
export function without(from: Table, names: string): Table {
  const made: Record<string, Table[string]> = Object.assign(Object.create(null), from);
  for (const name of names.split(" ")) delete made[name];
  return made;
}

export const int = (value: number): bigint => BigInt(value);

export function wants(closure: Value, count: number): boolean {
  return isFn(closure) && parameterCount(closure) === count;
}
