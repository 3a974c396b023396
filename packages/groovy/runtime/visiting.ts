import { call1, call2, callClosure } from "./closures.ts";
import { equals } from "./equality.ts";
import { isCollection, items, visitAll } from "./iterate.ts";
import { Entry, GMap } from "./maps.ts";
import { isCase } from "./matching.ts";
import { int, type Table, wants } from "./methods.ts";
import { plus } from "./operators.ts";
import { fail } from "./throwable.ts";
import { truth } from "./truth.ts";
import { type Fn, isFn, type Value } from "./values.ts";

/** A closure as a function of an item: over a map it may take key and value. */
export function visitor(closure: Value): (item: Value) => Value {
  if (isFn(closure) && closure.length === 1) return closure;
  return (item) =>
    item instanceof Entry && wants(closure, 2) ? call2(closure, item.key, item.value) : call1(closure, item);
}

function test(closure: Value): (item: Value) => boolean {
  if (closure === undefined) return truth;
  if (!isFn(closure)) return (item) => isCase(closure, item);
  const visit = visitor(closure);
  return (item) => truth(visit(item));
}

function withIndex(closure: Value): (item: Value, at: number) => Value {
  return (item, at) =>
    item instanceof Entry && wants(closure, 3)
      ? callClosure(closure, [item.key, item.value, int(at)])
      : call2(closure, item, int(at));
}

/** Things that only look at the items; what gives a collection gives a list. */
export const VISITING: Table = {
  each(self, closure) {
    const visit = visitor(closure);
    visitAll(self, (item) => {
      visit(item);
      return true;
    });
    return self;
  },
  eachWithIndex(self, closure) {
    const visit = withIndex(closure);
    visitAll(self, (item, at) => {
      visit(item, at);
      return true;
    });
    return self;
  },
  reverseEach(self, closure) {
    const visit = visitor(closure);
    for (const item of [...items(self)].reverse()) visit(item);
    return self;
  },
  collect(self, first, second) {
    if (first === undefined) return [...items(self)];
    const into = second === undefined ? [] : items(first);
    const visit = visitor(second ?? first);
    visitAll(self, (item) => {
      into.push(visit(item));
      return true;
    });
    return into;
  },
  collectMany: (self, closure) => items(self).flatMap((item) => items(visitor(closure)(item))),
  collectNested: (self, closure) => nested(self, visitor(closure)),
  collectEntries(self, closure) {
    const map = new GMap();
    for (const item of items(self)) putPair(map, closure === undefined ? item : visitor(closure)(item));
    return map;
  },
  find: (self, closure) => items(self).find(test(closure)) ?? null,
  findResult(self, closure, second) {
    for (const item of items(self)) {
      const found = visitor(second ?? closure)(item);
      if (found !== null && found !== undefined) return found;
    }
    return second === undefined ? null : closure;
  },
  findResults: (self, closure) =>
    items(self)
      .map(visitor(closure))
      .filter((found) => found !== null && found !== undefined),
  findIndexOf: (self, first, second) => int(indexWhere(self, first, second)),
  findLastIndexOf: (self, closure) => int(items(self).findLastIndex(test(closure))),
  findIndexValues: (self, closure) => items(self).flatMap((item, at) => (test(closure)(item) ? [int(at)] : [])),
  any(self, closure) {
    let found = false;
    const holds = test(closure);
    visitAll(self, (item) => {
      found = holds(item);
      return !found;
    });
    return found;
  },
  every(self, closure) {
    let all = true;
    const holds = test(closure);
    visitAll(self, (item) => {
      all = holds(item);
      return all;
    });
    return all;
  },
  count(self, what) {
    const holds = isFn(what) ? test(what) : (item: Value) => equals(item, what);
    return int(items(self).filter(holds).length);
  },
  countBy: (self, closure) => {
    const map = new GMap();
    for (const item of items(self)) {
      const key = visitor(closure)(item);
      map.put(key, plus(map.has(key) ? map.get(key) : 0n, 1n));
    }
    return map;
  },
  inject(self, first, second) {
    if (second !== undefined) return fold(items(self), first, second);
    const [head, ...rest] = items(self);
    if (head === undefined)
      return fail(
        "NoSuchElementException",
        "Cannot call inject() on an empty iterable without passing an initial value.",
      );
    return fold(rest, head, first);
  },
  sum: (self, first, second) => total(self, first, second),
  split: (self, closure) => {
    const yes: Value[] = [];
    const no: Value[] = [];
    for (const item of items(self)) (test(closure)(item) ? yes : no).push(item);
    return [yes, no];
  },
};

function indexWhere(self: Value, first: Value, second: Value): number {
  const start = second === undefined ? 0 : Number(first);
  const holds = test(second ?? first);
  return items(self).findIndex((item, at) => at >= start && holds(item));
}

function nested(self: Value, visit: (item: Value) => Value): Value[] {
  return items(self).map((item) => (isCollection(item) ? nested(item, visit) : visit(item)));
}

export function putPair(map: GMap, pair: Value): void {
  if (pair instanceof GMap) for (const { key, value } of pair.entries()) map.put(key, value);
  else if (pair instanceof Entry) map.put(pair.key, pair.value);
  else {
    const [key, value] = items(pair);
    map.put(key ?? null, value ?? null);
  }
}

function fold(rest: readonly Value[], start: Value, closure: Value): Value {
  let sum = start;
  for (const item of rest)
    sum =
      item instanceof Entry && wants(closure, 3)
        ? (closure as Fn)(sum, item.key, item.value)
        : call2(closure, sum, item);
  return sum;
}

function total(self: Value, first: Value, second: Value): Value {
  const closure = second ?? (isFn(first) ? first : undefined);
  const start = isFn(first) ? undefined : first;
  const visit = closure === undefined ? undefined : visitor(closure);
  let sum = start;
  visitAll(self, (item) => {
    const value = visit === undefined ? item : visit(item);
    sum = sum === undefined ? value : plus(sum, value);
    return true;
  });
  return sum === undefined ? null : sum;
}
