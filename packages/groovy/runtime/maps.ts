import { keyOf, nestedKey } from "./keys.ts";
import { late } from "./late.ts";
import type { Value } from "./values.ts";

export class Entry {
  readonly key: Value;
  value: Value;
  constructor(key: Value, value: Value) {
    this.key = key;
    this.value = value;
  }
}

export type Order = "linked" | "hash" | "tree";

/** Entries in the order in which a java.util.HashMap of `capacity` buckets gives them. */
function hashOrder(entries: Entry[], capacity: number): Entry[] {
  const bucket = (entry: Entry) => {
    const hash = late.hash(entry.key);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return entries
    .map((entry, at) => ({ entry, at, bucket: bucket(entry) }))
    .sort((a, b) => a.bucket - b.bucket || a.at - b.at)
    .map(({ entry }) => entry);
}

/** java.util's maps: LinkedHashMap, HashMap, TreeMap. */
export class GMap {
  readonly order: Order;
  private readonly map = new Map<Value, Entry>();
  /** Buckets of a HashMap, which never shrink. */
  private capacity = 16;

  constructor(order: Order = "linked") {
    this.order = order;
  }

  get size(): number {
    return this.map.size;
  }

  get(key: Value): Value {
    const entry = this.map.get(keyOf(key));
    return entry === undefined ? null : entry.value;
  }

  has(key: Value): boolean {
    return this.map.has(keyOf(key));
  }

  put(key: Value, value: Value): Value {
    const normal = keyOf(key);
    const entry = this.map.get(normal);
    if (entry !== undefined) {
      const old = entry.value;
      entry.value = value;
      return old;
    }
    this.map.set(normal, new Entry(key, value));
    while (this.map.size > this.capacity * 0.75) this.capacity *= 2;
    return null;
  }

  remove(key: Value): Value {
    const normal = keyOf(key);
    const entry = this.map.get(normal);
    this.map.delete(normal);
    return entry === undefined ? null : entry.value;
  }

  clear(): void {
    this.map.clear();
  }

  entries(): Entry[] {
    const all = [...this.map.values()];
    if (this.order === "linked") return all;
    if (this.order === "hash") return hashOrder(all, this.capacity);
    return all.sort((a, b) => late.compare(a.key, b.key));
  }

  copy(): GMap {
    const made = new GMap(this.order);
    for (const { key, value } of this.entries()) made.put(key, value);
    return made;
  }

  keyText(): string {
    const parts = this.entries().map(({ key, value }) => `${nestedKey(key)}\0=${nestedKey(value)}`);
    return `\0{${parts.sort().join("\0,")}\0}`;
  }
}

export class GSet {
  readonly map: GMap;

  constructor(order: Order = "linked", items: Iterable<Value> = []) {
    this.map = new GMap(order);
    for (const item of items) this.map.put(item, true);
  }

  get order(): Order {
    return this.map.order;
  }

  get size(): number {
    return this.map.size;
  }

  add(item: Value): boolean {
    if (this.map.has(item)) return false;
    this.map.put(item, true);
    return true;
  }

  items(): Value[] {
    return this.map.entries().map((entry) => entry.key);
  }

  keyText(): string {
    return `\0<${this.items().map(nestedKey).sort().join("\0,")}\0>`;
  }
}
