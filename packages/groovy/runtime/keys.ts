import { late } from "./late.ts";
import { Big, Char, Dec, Float, GString, isList, Long, Obj, Small, type Value } from "./values.ts";

/**
 * What stands for a value in a JavaScript Map, so that keys equal by Java's equals() are one. Integer, Double, String
 * and Boolean stand for themselves; marked texts for the others; an object without equals() for itself.
 */
export function keyOf(value: Value): Value {
  if (typeof value !== "object" || value === null) return value === undefined ? null : value;
  if (value instanceof Long) return `\0L${value.v}`;
  if (value instanceof Dec) return `\0D${value.u}e${value.scale}`;
  if (value instanceof Big) return `\0B${value.v}`;
  if (value instanceof Small) return `\0${value.type}${value.v}`;
  if (value instanceof Float) return `\0F${value.v}`;
  if (value instanceof Char) return `\0C${value.c}`;
  if (value instanceof GString) return `\0G${late.text(value)}`;
  if (isList(value)) return `\0[${value.map(nestedKey).join("\0,")}\0]`;
  if (value instanceof Obj)
    return late.has(value, "hashCode") && late.has(value, "equals") ? `\0H${late.hash(value)}` : value;
  const own = (value as { keyText?: () => string }).keyText;
  return own === undefined ? value : own.call(value);
}

const numbers = new WeakMap<object, number>();
let objects = 0;

/** As text, with the type, so that 1 and "1" differ inside a list. */
export function nestedKey(value: Value): string {
  const key = keyOf(value);
  if (typeof key !== "object" || key === null) return `${typeof key}:${String(key)}`;
  let number = numbers.get(key);
  if (number === undefined) {
    number = ++objects;
    numbers.set(key, number);
  }
  return `object:${number}`;
}
