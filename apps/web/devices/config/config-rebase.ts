import {
  type ConfigChange,
  type ConfigPath,
  diffConfigs,
  isOfObjects,
  isRecord,
} from "@canopy/contract/device-link/config-diff";
import { canonicalJson } from "@canopy/contract/device-link/config-hash";
import type { ConfigDraft } from "./config-draft.ts";

export interface Rebased {
  readonly config: unknown;
  /** Changes of mine to what is not there any more, by their place in my configuration. */
  readonly lost: readonly ConfigChange[];
}

/** The same place in the three configurations. */
interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

type List = readonly Record<string, unknown>[];

/** Another user saved meanwhile: applies my changes to that version. */
export function rebase({ base, config: mine }: ConfigDraft, theirs: unknown): Rebased {
  const lost: ConfigChange[] = [];
  return { config: merged({ base, mine, theirs }, [], lost), lost };
}

const isSame = (a: unknown, b: unknown) => canonicalJson(a ?? null) === canonicalJson(b ?? null);

function merged({ base, mine, theirs }: Three<unknown>, path: ConfigPath, lost: ConfigChange[]): unknown {
  if (isSame(base, mine) || isSame(mine, theirs)) return theirs;
  if (isSame(base, theirs)) return mine;
  if (isList(base) && isList(mine) && isList(theirs)) return mergedLists({ base, mine, theirs }, path, lost);
  if (!isRecord(base) || !isRecord(mine)) return mine;
  if (isRecord(theirs)) return mergedRecords({ base, mine, theirs }, path, lost);
  lost.push(...changesAt(base, mine, path));
  return theirs;
}

function mergedRecords(
  { base, mine, theirs }: Three<Record<string, unknown>>,
  path: ConfigPath,
  lost: ConfigChange[],
): Record<string, unknown> {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const entries = [...names].map((name): [string, unknown] => {
    const here = { base: base[name], mine: mine[name], theirs: theirs[name] };
    return [name, merged(here, [...path, name], lost)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** An entry is known by what it is of, not by its position: another one may have come or gone before it. */
function mergedLists(lists: Three<List>, path: ConfigPath, lost: ConfigChange[]): unknown[] {
  const name = nameIn(path);
  const [base, mine, theirs] = [keyed(lists.base, name), keyed(lists.mine, name), keyed(lists.theirs, name)];
  const edits = name === undefined ? editsOf(base, mine) : new Map<string, string>();
  const keyNow = (key: string) => edits.get(key) ?? key;
  const kept = [...theirs].flatMap(([key, { value }]) => {
    const own = mine.get(keyNow(key));
    if (own === undefined) return base.has(key) ? [] : [value];
    return [merged({ base: base.get(key)?.value, mine: own.value, theirs: value }, [...path, own.index], lost)];
  });
  for (const [key, { value }] of base) {
    const own = mine.get(keyNow(key));
    const isGone = !theirs.has(key) && !theirs.has(keyNow(key));
    if (own && isGone) lost.push(...changesAt(value, own.value, [...path, own.index]));
  }
  const edited = new Set(edits.values());
  const added = [...mine].filter(([key]) => !base.has(key) && !edited.has(key) && !theirs.has(key));
  return [...kept, ...added.map(([, { value }]) => value)];
}

function isList(value: unknown): value is List {
  return Array.isArray(value) && isOfObjects(value);
}

function changesAt(from: unknown, to: unknown, path: ConfigPath): ConfigChange[] {
  return diffConfigs(from, to).map((change) => ({ ...change, path: [...path, ...change.path] }));
}

type Keyed = ReadonlyMap<string, { readonly value: Record<string, unknown>; readonly index: number }>;

/** The field that names an entry of a list; the entries of other lists are what they say. */
const NAMES: Readonly<Record<string, string>> = {
  can: "channel",
  lin: "channel",
  digital_inputs: "channel",
  quotas: "source",
};

const nameIn = (path: ConfigPath) => (path.length === 1 ? NAMES[String(path[0])] : undefined);

/** In their order; the second of two alike has a key of its own. */
function keyed(list: List, name: string | undefined): Keyed {
  const counts = new Map<string, number>();
  return new Map(
    list.map((value, index) => {
      const key = canonicalJson(name === undefined ? value : (value[name] ?? null));
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return [`${key} ${count}`, { value, index }];
    }),
  );
}

/** Entries that I changed: the key in the base and the one now, where both stand behind the same unchanged entry. */
function editsOf(base: Keyed, mine: Keyed): Map<string, string> {
  const now = placesOf(mine, base);
  return new Map(
    [...placesOf(base, mine)].flatMap(([place, key]) => {
      const to = now.get(place);
      return to === undefined ? [] : [[key, to]];
    }),
  );
}

/** Of the entries that the other list has not: how far each stands behind the last one that it has. */
function placesOf(list: Keyed, other: Keyed): Map<string, string> {
  const places = new Map<string, string>();
  let behind = "";
  let distance = 0;
  for (const key of list.keys()) {
    distance += 1;
    if (other.has(key)) {
      behind = key;
      distance = 0;
    } else places.set(`${behind} ${distance}`, key);
  }
  return places;
}
