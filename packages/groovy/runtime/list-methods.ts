import { getAt, indexOf, putAt } from "./access.ts";
import { ARRANGING, ordering, uniqueItems } from "./arranging.ts";
import { toArray } from "./cast.ts";
import { equals, javaEquals } from "./equality.ts";
import { items } from "./iterate.ts";
import { GSet } from "./maps.ts";
import { isCase } from "./matching.ts";
import { int, type Table, table, without } from "./methods.ts";
import { Range } from "./range.ts";
import { fail } from "./throwable.ts";
import { truth } from "./truth.ts";
import { isFn, isList, type Value } from "./values.ts";
import { VISITING, visitor } from "./visiting.ts";

function list(self: Value): Value[] {
  if (isList(self)) return self;
  return fail("UnsupportedOperationException", null);
}

function checked(self: Value, index: Value, most: number): number {
  const at = indexOf(index);
  if (at < 0 || at > most)
    fail("IndexOutOfBoundsException", `Index ${at} out of bounds for length ${items(self).length}`);
  return at;
}

function replaceAll(self: Value[], with_: readonly Value[]): boolean {
  const changed = with_.length !== self.length;
  self.splice(0, self.length, ...with_);
  return changed;
}

function removeOne(self: Value[], what: Value): Value {
  if (typeof what === "bigint") return self.splice(checked(self, what, self.length - 1), 1)[0] ?? null;
  const at = self.findIndex((item) => javaEquals(item, what));
  if (at >= 0) self.splice(at, 1);
  return at >= 0;
}

function sorted(self: Value, first: Value, second: Value): Value {
  const closure = isFn(first) ? first : second;
  const all = isList(self) && first !== false ? self : [...items(self)];
  return all.sort(ordering(closure));
}

const READING: Table = {
  size: (self) => int(items(self).length),
  isEmpty: (self) => items(self).length === 0,
  get: (self, index) => items(self)[checked(self, index, items(self).length - 1)],
  getAt: (self, index) => getAt(self, index),
  contains: (self, what) => items(self).some((item) => javaEquals(item, what)),
  containsAll: (self, other) => items(other).every((what) => items(self).some((item) => javaEquals(item, what))),
  indexOf: (self, what) => int(items(self).findIndex((item) => javaEquals(item, what))),
  lastIndexOf: (self, what) => int(items(self).findLastIndex((item) => javaEquals(item, what))),
  subList: (self, from, to) => items(self).slice(indexOf(from), indexOf(to)),
  reverse: (self, mutate) => (truth(mutate ?? false) ? list(self).reverse() : [...items(self)].reverse()),
  sort: sorted,
  unique: (self, first, second) => {
    const kept = uniqueItems(items(self), isFn(first) ? first : second);
    if (first === false || !isList(self)) return kept;
    replaceAll(self, kept);
    return self;
  },
  toArray: (self) => toArray(items(self), "Object"),
  asImmutable: (self) => [...items(self)],
  clone: (self) => [...items(self)],
  equals: (self, other) => equals(self, other),
};

const WRITING: Table = {
  add(self, first, second) {
    if (second === undefined) list(self).push(first);
    else list(self).splice(checked(self, first, list(self).length), 0, second);
    return second === undefined ? true : null;
  },
  addAll(self, first, second) {
    const more = items(second ?? first);
    if (second === undefined) for (const item of [...more]) list(self).push(item);
    else list(self).splice(checked(self, first, list(self).length), 0, ...more);
    return more.length > 0;
  },
  leftShift(self, item) {
    list(self).push(item);
    return self;
  },
  push(self, item) {
    list(self).push(item);
    return true;
  },
  pop(self) {
    return list(self).length === 0 ? fail("NoSuchElementException", "Cannot pop() an empty List") : list(self).pop();
  },
  set(self, index, value) {
    const at = checked(self, index, list(self).length - 1);
    const old = list(self)[at];
    list(self)[at] = value;
    return old;
  },
  putAt: (self, index, value) => putAt(self, index, value),
  remove: (self, what) => removeOne(list(self), what),
  removeAt: (self, index) => removeOne(list(self), BigInt(indexOf(index))),
  removeElement(self, what) {
    const at = list(self).findIndex((item) => javaEquals(item, what));
    if (at >= 0) list(self).splice(at, 1);
    return at >= 0;
  },
  removeAll: (self, what) =>
    replaceAll(
      list(self),
      list(self).filter((item) =>
        isFn(what) ? !truth(visitor(what)(item)) : !items(what).some((one) => javaEquals(one, item)),
      ),
    ),
  retainAll: (self, what) =>
    replaceAll(
      list(self),
      list(self).filter((item) =>
        isFn(what) ? truth(visitor(what)(item)) : items(what).some((one) => javaEquals(one, item)),
      ),
    ),
  clear(self) {
    list(self).length = 0;
    return null;
  },
  swap(self, a, b) {
    const all = list(self);
    const [x, y] = [indexOf(a), indexOf(b)];
    [all[x], all[y]] = [all[y], all[x]];
    return self;
  },
};

export const LIST: Table = table(VISITING, ARRANGING, READING, WRITING);

function rangeOf(self: Value): Range {
  return self as Range;
}

export const RANGE: Table = table(VISITING, ARRANGING, READING, {
  getFrom: (self) => rangeOf(self).from,
  getTo: (self) => rangeOf(self).to,
  isReverse: (self) => rangeOf(self).reverse,
  size: (self) => int(rangeOf(self).size),
  step(self, by, closure) {
    const size = Number(by);
    const picked =
      size < 0
        ? [...items(self)].reverse().filter((_, at) => at % -size === 0)
        : items(self).filter((_, at) => at % size === 0);
    if (closure === undefined) return picked;
    picked.forEach(visitor(closure));
    return null;
  },
  contains: (self, value) => isCase(self, value),
  containsWithinBounds: (self, value) => isCase(self, value),
});

const ALL_OF_ARRAYS: Table = table(VISITING, ARRANGING, READING, {
  sort(self, closure) {
    const all = [...items(self)].sort(ordering(isFn(closure) ? closure : undefined));
    for (const [at, item] of all.entries()) putAt(self, int(at), item);
    return self;
  },
  putAt: (self, index, value) => putAt(self, index, value),
});

/** String[] and arrays of other objects. */
export const ARRAY: Table = without(
  ALL_OF_ARRAYS,
  "collectNested findResults collate transpose combinations subsequences permutations toSet indexed withIndex intersect disjoint multiply isEmpty get containsAll indexOf lastIndexOf subList unique toArray asImmutable clone",
);

/** int[] and double[] have little more than each, collect, sum and toList. */
export const NUMBER_ARRAY: Table = without(
  ARRAY,
  "reverseEach collectMany collectEntries countBy min max groupBy first last head tail init take takeRight drop dropRight takeWhile dropWhile plus minus toUnique toSorted reverse sort",
);

function setOf(self: Value): GSet {
  return self as GSet;
}

const SET_READING = without(
  table(VISITING, ARRANGING, READING),
  "reverseEach transpose subsequences get indexOf lastIndexOf subList reverse",
);

export const SET: Table = table(SET_READING, {
  size: (self) => int(setOf(self).size),
  contains: (self, what) => setOf(self).map.has(what),
  add: (self, item) => setOf(self).add(item),
  addAll: (self, more) =>
    items(more)
      .map((item) => setOf(self).add(item))
      .includes(true),
  leftShift(self, item) {
    setOf(self).add(item);
    return self;
  },
  remove(self, item) {
    const had = setOf(self).map.has(item);
    setOf(self).map.remove(item);
    return had;
  },
  removeAll(self, what) {
    const gone = isFn(what) ? items(self).filter((item) => truth(visitor(what)(item))) : items(what);
    const before = setOf(self).size;
    for (const item of gone) setOf(self).map.remove(item);
    return setOf(self).size !== before;
  },
  clear(self) {
    setOf(self).map.clear();
    return null;
  },
  plus: (self, other) =>
    new GSet(setOf(self).order, [
      ...items(self),
      ...(isList(other) || other instanceof GSet || other instanceof Range ? items(other) : [other]),
    ]),
  minus: (self, other) => new GSet(setOf(self).order, ARRANGING.minus?.(self, other) as Value[]),
  findAll: (self, closure) => new GSet(setOf(self).order, ARRANGING.findAll?.(self, closure) as Value[]),
  intersect: (self, other) => new GSet(setOf(self).order, ARRANGING.intersect?.(self, other) as Value[]),
});
