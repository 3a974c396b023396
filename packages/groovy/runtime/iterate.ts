import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { Range } from "./range.ts";
import { Matcher } from "./regex.ts";
import { GString, isList, isTyped, Obj, type Value } from "./values.ts";

/** What a loop or a method such as each() goes through; anything else is its own only item, null has none. */
export function items(value: Value): Value[] {
  if (isList(value)) return value;
  if (value === null || value === undefined) return [];
  if (value instanceof Float64Array) return Array.from(value);
  if (value instanceof Int32Array) return Array.from(value, (item) => BigInt(item));
  if (value instanceof GMap) return value.entries();
  if (value instanceof GSet) return value.items();
  if (value instanceof Range) return [...value.items];
  if (typeof value === "string") return [...value];
  if (value instanceof GString) return [...late.text(value)];
  if (value instanceof Matcher) return value.all();
  if (value instanceof Obj && late.has(value, "iterator")) return items(late.call(value, "iterator", []));
  return [value];
}

export function isCollection(value: Value): boolean {
  return isList(value) || isTyped(value) || value instanceof GSet || value instanceof Range;
}

/** Gives each item to `visit` until it gives false. Doubles of an array are not copied. */
export function visitAll(value: Value, visit: (item: Value, at: number) => boolean | undefined): void {
  if (value instanceof Float64Array) {
    for (let i = 0; i < value.length; i++) if (visit(value[i], i) === false) return;
    return;
  }
  if (value instanceof Range && value.whole !== undefined) {
    const { first, step, count } = value.whole;
    for (let i = 0; i < count; i++) if (visit(BigInt(first + i * step), i) === false) return;
    return;
  }
  const all = items(value);
  for (let i = 0; i < all.length; i++) if (visit(all[i], i) === false) return;
}
