import { callClosure, parameterCount, shaped } from "./closures.ts";
import { keyOf } from "./keys.ts";
import { int, type Table, table } from "./methods.ts";
import { isFn, type Value } from "./values.ts";

function count(closure: Value): number {
  return isFn(closure) ? parameterCount(closure) : 1;
}

/** Closures and method pointers. */
export const CLOSURE: Table = table({
  call: (self, ...args) => callClosure(self, args),
  doCall: (self, ...args) => callClosure(self, args),
  curry(self, ...first) {
    const rest = count(self) - first.length;
    const least = Number.isFinite(rest) ? rest : 0;
    return shaped((...args) => callClosure(self, [...first, ...args]), least, rest);
  },
  rcurry(self, ...last) {
    const rest = count(self) - last.length;
    const least = Number.isFinite(rest) ? rest : 0;
    return shaped((...args) => callClosure(self, [...args, ...last]), least, rest);
  },
  ncurry(self, at, ...some) {
    const rest = count(self) - some.length;
    const least = Number.isFinite(rest) ? rest : 0;
    return shaped(
      (...args) => callClosure(self, [...args.slice(0, Number(at)), ...some, ...args.slice(Number(at))]),
      least,
      rest,
    );
  },
  rightShift: (self, then) =>
    shaped((...args) => callClosure(then, [callClosure(self, args)]), count(self), count(self)),
  leftShift: (self, first) =>
    isFn(first)
      ? shaped((...args) => callClosure(self, [callClosure(first, args)]), count(first), count(first))
      : callClosure(self, [first]),
  memoize(self) {
    const known = new Map<Value, Value>();
    return shaped(
      (...args) => {
        const key = keyOf(args);
        if (!known.has(key)) known.set(key, callClosure(self, args));
        return known.get(key);
      },
      count(self),
      count(self),
    );
  },
  getMaximumNumberOfParameters: (self) => int(count(self)),
});
