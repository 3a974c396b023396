import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { isNumber, toDouble } from "./numeric.ts";
import { Range } from "./range.ts";
import { fail, isError, Throwable } from "./throwable.ts";
import { Char, GString, isFn, isList, type Value } from "./values.ts";

/** A value as functions of the host take it: numbers as numbers, text as strings, maps as plain objects. */
export function toHost(value: Value): unknown {
  if (isNumber(value)) return toDouble(value);
  if (value instanceof GString || value instanceof Char) return late.text(value);
  if (isList(value)) return value.map(toHost);
  if (value instanceof GSet) return value.items().map(toHost);
  if (value instanceof Range) return value.items.map(toHost);
  if (value instanceof GMap)
    return Object.fromEntries(value.entries().map((entry) => [late.text(entry.key), toHost(entry.value)]));
  return value;
}

export function fromHost(value: unknown): Value {
  return value === undefined ? null : value;
}

export function callHost(object: object, name: string, args: readonly Value[]): { value: Value } | undefined {
  if (!Object.hasOwn(object, name)) return undefined;
  const method: unknown = Reflect.get(object, name);
  if (!isFn(method)) return undefined;
  return { value: callHostFunction(method, args, object) };
}

/** Errors of the host become exceptions of the script, so that it can catch them. */
export function callHostFunction(
  run: (...args: unknown[]) => unknown,
  args: readonly Value[],
  self: unknown = undefined,
): Value {
  try {
    return fromHost(Reflect.apply(run, self, args.map(toHost)));
  } catch (error) {
    if (error instanceof Throwable || !isError(error)) throw error;
    return fail("RuntimeException", error.message);
  }
}
