import { cast } from "./cast.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { fail, isError, Throwable } from "./throwable.ts";
import { isInstance } from "./types.ts";
import type { Value } from "./values.ts";

/** What `catch` sees: errors of the engine become exceptions of Java. */
export function caught(error: unknown): Throwable {
  if (error instanceof Throwable) return error;
  if (!isError(error)) return new Throwable("RuntimeException", late.text(error));
  const { name, message } = error;
  if (/memory/i.test(message)) throw error;
  if (name === "RangeError" || /stack/i.test(message))
    return keepStack(new Throwable("StackOverflowError", null), error);
  if (name === "TypeError" && /null/.test(message))
    return keepStack(new Throwable("NullPointerException", null), error);
  return keepStack(new Throwable("RuntimeException", message), error);
}

function keepStack(made: Throwable, from: Error): Throwable {
  made.stack = from.stack ?? "";
  return made;
}

export function catches(error: Throwable, types: readonly string[]): boolean {
  return types.some((type) => isInstance(error, type));
}

/** What `throw` throws. */
export function thrown(value: Value): Throwable {
  if (value instanceof Throwable) return value;
  if (value === null) return new Throwable("NullPointerException", null);
  return fail(
    "GroovyCastException",
    `Cannot cast object '${late.text(value)}' with class '${late.text(late.call(value, "$className", []))}' to class 'java.lang.Throwable'`,
  );
}

export function failAssert(source: string, message: Value): never {
  if (message === undefined) return fail("PowerAssertionError", `assert ${source}`);
  return fail("AssertionError", `${late.text(message)}. Expression: ${source}`);
}

/** Items for `for (x in value)`; of an array and range without a copy. */
export function loopItems(value: Value): ArrayLike<Value> {
  return value instanceof Float64Array ? value : items(value);
}

/** The value at a place of a multiple assignment. */
export function part(value: Value, at: number): Value {
  return items(value)[at] ?? null;
}

/** A parameter with a type, as a call gives it. */
export function parameter(value: Value, type: string): Value {
  return value === undefined ? null : cast(value, type);
}
