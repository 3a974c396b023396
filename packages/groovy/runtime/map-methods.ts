import { ordering } from "./arranging.ts";
import { call2, callClosure } from "./closures.ts";
import { equals } from "./equality.ts";
import { items } from "./iterate.ts";
import { type Entry, GMap, GSet } from "./maps.ts";
import { int, type Table, table, wants, without } from "./methods.ts";
import { fail } from "./throwable.ts";
import { truth } from "./truth.ts";
import { isList, type Value } from "./values.ts";
import { putPair, VISITING, visitor } from "./visiting.ts";

function map(self: Value): GMap {
  return self as GMap;
}

function made(from: GMap, entries: readonly Entry[]): GMap {
  const result = new GMap(from.order === "tree" ? "tree" : "linked");
  for (const { key, value } of entries) result.put(key, value);
  return result;
}

function kept(self: Value, closure: Value): Entry[] {
  return map(self)
    .entries()
    .filter((entry) => truth(visitor(closure)(entry)));
}

function best(self: Value, closure: Value, sign: number): Value {
  const order = wants(closure, 2) ? ordering(closure) : ordering((entry: Value) => visitor(closure)(entry));
  return map(self)
    .entries()
    .reduce<Entry | null>((found, entry) => (found === null || order(entry, found) * sign > 0 ? entry : found), null);
}

const READING: Table = {
  get(self, key, initial) {
    if (key === undefined)
      fail("MethodSelectionException", "Could not find which method get() to invoke from this list:");
    if (initial !== undefined && !map(self).has(key)) map(self).put(key, initial);
    return map(self).get(key);
  },
  getAt: (self, key) => map(self).get(key),
  getOrDefault: (self, key, other) => (map(self).has(key) ? map(self).get(key) : other),
  size: (self) => int(map(self).size),
  isEmpty: (self) => map(self).size === 0,
  containsKey: (self, key) => map(self).has(key),
  containsValue: (self, value) =>
    map(self)
      .entries()
      .some((entry) => equals(entry.value, value)),
  keySet: (self) =>
    new GSet(
      "linked",
      map(self)
        .entries()
        .map((entry) => entry.key),
    ),
  values: (self) =>
    map(self)
      .entries()
      .map((entry) => entry.value),
  entrySet: (self) => new GSet("linked", map(self).entries()),
  equals: (self, other) => equals(self, other),
  firstKey: (self) => map(self).entries()[0]?.key ?? null,
  lastKey: (self) => map(self).entries().at(-1)?.key ?? null,
};

const WRITING: Table = {
  put: (self, key, value) => map(self).put(key, value),
  putAt(self, key, value) {
    map(self).put(key, value);
    return value;
  },
  putAll(self, other) {
    putPair(map(self), other);
    return null;
  },
  putIfAbsent: (self, key, value) => (map(self).get(key) === null ? map(self).put(key, value) : map(self).get(key)),
  computeIfAbsent(self, key, closure) {
    if (map(self).get(key) === null) map(self).put(key, callClosure(closure, [key]));
    return map(self).get(key);
  },
  merge(self, key, value, closure) {
    const old = map(self).get(key);
    map(self).put(key, old === null ? value : call2(closure, old, value));
    return map(self).get(key);
  },
  leftShift(self, other) {
    putPair(map(self), other);
    return self;
  },
  remove: (self, key) => map(self).remove(key),
  clear(self) {
    map(self).clear();
    return null;
  },
  withDefault(self, closure) {
    const copy = new DefaultMap(closure);
    for (const { key, value } of map(self).entries()) copy.put(key, value);
    return copy;
  },
};

/** withDefault: a missing key gets what the closure gives. */
class DefaultMap extends GMap {
  private readonly closure: Value;
  constructor(closure: Value) {
    super("linked");
    this.closure = closure;
  }
  override get(key: Value): Value {
    if (!this.has(key)) this.put(key, callClosure(this.closure, [key]));
    return super.get(key);
  }
}

const CHANGING: Table = {
  findAll: (self, closure) => made(map(self), kept(self, closure)),
  find: (self, closure) => kept(self, closure)[0] ?? null,
  min: (self, closure) => best(self, closure, -1),
  max: (self, closure) => best(self, closure, 1),
  sort(self, closure) {
    const entries = [...map(self).entries()];
    const byKey = closure === undefined || closure === null;
    const order = byKey
      ? ordering((entry: Value) => (entry as Entry).key)
      : ordering(wants(closure, 2) ? closure : (entry: Value) => visitor(closure)(entry));
    return made(new GMap(), entries.sort(order));
  },
  groupBy(self, closure) {
    const groups = new GMap();
    for (const entry of map(self).entries()) {
      const key = visitor(closure)(entry);
      const group = groups.get(key);
      if (group instanceof GMap) group.put(entry.key, entry.value);
      else groups.put(key, made(new GMap(), [entry]));
    }
    return groups;
  },
  groupEntriesBy(self, closure) {
    const groups = new GMap();
    for (const entry of map(self).entries()) {
      const key = visitor(closure)(entry);
      const group = groups.get(key);
      if (isList(group)) group.push(entry);
      else groups.put(key, [entry]);
    }
    return groups;
  },
  subMap(self, keys) {
    const result = new GMap();
    for (const key of items(keys)) if (map(self).has(key)) result.put(key, map(self).get(key));
    return result;
  },
  plus: (self, other) => {
    const copy = map(self).copy();
    putPair(copy, other);
    return copy;
  },
  minus: (self, other) =>
    made(
      map(self),
      map(self)
        .entries()
        .filter(({ key, value }) => !(other instanceof GMap && other.has(key) && equals(other.get(key), value))),
    ),
  take: (self, count) =>
    made(
      map(self),
      map(self)
        .entries()
        .slice(0, Math.max(0, Number(count))),
    ),
  drop: (self, count) =>
    made(
      map(self),
      map(self)
        .entries()
        .slice(Math.max(0, Number(count))),
    ),
  takeWhile: (self, closure) => made(map(self), map(self).entries().slice(0, firstNot(self, closure))),
  dropWhile: (self, closure) => made(map(self), map(self).entries().slice(firstNot(self, closure))),
  intersect: (self, other) =>
    made(
      map(self),
      map(self)
        .entries()
        .filter(({ key, value }) => other instanceof GMap && other.has(key) && equals(other.get(key), value)),
    ),
  asImmutable: (self) => map(self).copy(),
  spread: (self) => self,
};

function firstNot(self: Value, closure: Value): number {
  const at = map(self)
    .entries()
    .findIndex((entry) => !truth(visitor(closure)(entry)));
  return at < 0 ? map(self).size : at;
}

export const MAP: Table = table(without(VISITING, "collectNested sum"), READING, WRITING, CHANGING);

export const ENTRY: Table = table({
  getKey: (self) => (self as Entry).key,
  getValue: (self) => (self as Entry).value,
  setValue(self, value) {
    const old = (self as Entry).value;
    (self as Entry).value = value;
    return old;
  },
});
