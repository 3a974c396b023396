import { sequence } from "./equality.ts";
import { late } from "./late.ts";
import { fail } from "./throwable.ts";
import { className } from "./types.ts";
import { type Closure, type Fn, isFn, type Value } from "./values.ts";

/** A closure whose parameters JavaScript's `length` does not tell: initial values, a rest, types, none at all. */
export function shaped(run: Fn, least: number, most: number, types: readonly string[] = []): Closure {
  const closure: Closure = run;
  closure.$shape = { least, most, types };
  return closure;
}

/** getMaximumNumberOfParameters() */
export function parameterCount(closure: Closure): number {
  return closure.$shape?.most ?? closure.length;
}

/** Calls a closure as Groovy does: one missing argument is null, one list is spread over several parameters. */
export function callClosure(closure: Value, args: readonly Value[]): Value {
  if (!isFn(closure)) return late.call(closure, "call", [...args]);
  const count = args.length;
  const { types = [] } = closure.$shape ?? {};
  if (types.length > 0 && count <= types.length && !args.every((arg, at) => late.suits(arg, types[at] ?? "Object")))
    return noSignature("Script1$_run_closure1", "call", args);
  const most = parameterCount(closure);
  if (count === most || (closure.$shape !== undefined && count >= closure.$shape.least && count <= most))
    return closure(...args);
  if (count === 0 && most === 1) return closure(null);
  const items = count === 1 ? sequence(args[0]) : undefined;
  if (items !== undefined && most > 1 && items.length === most) return closure(...items);
  return noSignature("Script1$_run_closure1", "call", args);
}

export function call1(closure: Value, a: Value): Value {
  return typeof closure === "function" && closure.length === 1 ? closure(a) : callClosure(closure, [a]);
}

export function call2(closure: Value, a: Value, b: Value): Value {
  return typeof closure === "function" && closure.length === 2 ? closure(a, b) : callClosure(closure, [a, b]);
}

export function noSignature(owner: string, name: string, args: readonly Value[], isStatic = false): never {
  const types = args.map((arg) => className(arg)).join(", ");
  const values = args.map((arg) => shorten(late.text(arg))).join(", ");
  const kind = isStatic ? "static method" : "method";
  return fail(
    "MissingMethodException",
    `No signature of ${kind}: ${owner}.${name}() is applicable for argument types: (${types}) values: [${values}]`,
  );
}

/** Groovy shows values of a failed call up to 30 characters. */
function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 27)}...` : text;
}
