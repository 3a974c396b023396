import type { Dbc, Message, Raw, Signal } from "../model.ts";

/** One property that differs: both sides as plain values for people and pages. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface SignalDiff {
  readonly kind: "added" | "removed" | "changed";
  readonly name: string;
  readonly changes: readonly FieldChange[];
}

export interface MessageDiff {
  readonly kind: "added" | "removed" | "changed";
  readonly id: number;
  readonly isExtended: boolean;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly signals: readonly SignalDiff[];
}

export interface DbcDiff {
  /** Version, comment, nodes, value tables, attributes of the network. */
  readonly changes: readonly FieldChange[];
  readonly messages: readonly MessageDiff[];
}

/** The difference of two revisions. Messages match by identifier, else by name; signals by name. */
export function diffDbc(before: Dbc, after: Dbc): DbcDiff {
  const pairs = pairMessages(before.messages, after.messages);
  const messages = pairs.map(([old, now]) => diffMessage(old, now)).filter((diff) => diff !== null);
  const { messages: _old, ...beforeHead } = before;
  const { messages: _now, ...afterHead } = after;
  return { changes: fieldChanges(beforeHead, afterHead), messages };
}

type Pair<Item> = readonly [Item | null, Item | null];

function pairMessages(before: readonly Message[], after: readonly Message[]): Pair<Message>[] {
  const idOf = (message: Message) => `${message.id}${message.isExtended ? "x" : ""}`;
  const byId = pairBy(before, after, idOf);
  const gone = byId.flatMap(([old, now]) => (old !== null && now === null ? [old] : []));
  const come = byId.flatMap(([old, now]) => (old === null && now !== null ? [now] : []));
  const both = byId.filter(([old, now]) => old !== null && now !== null);
  return [...both, ...pairBy(gone, come, (message) => message.name)];
}

function pairBy<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Pair<Item>[] {
  const olds = new Map(before.map((item) => [keyOf(item), item]));
  const news = new Map(after.map((item) => [keyOf(item), item]));
  const kept = [...olds].map(([key, item]) => [item, news.get(key) ?? null] as const);
  const added = [...news].filter(([key]) => !olds.has(key)).map(([, item]) => [null, item] as const);
  return [...kept, ...added];
}

function diffMessage(before: Message | null, after: Message | null): MessageDiff | null {
  const either = after ?? before;
  if (either === null) return null;
  const identity = { id: either.id, isExtended: either.isExtended, name: either.name };
  const pairs = pairBy(before?.signals ?? [], after?.signals ?? [], (signal: Signal) => signal.name);
  const signals = pairs.map(([old, now]) => diffSignal(old, now)).filter((diff) => diff !== null);
  if (before === null) return { kind: "added", ...identity, changes: [], signals };
  if (after === null) return { kind: "removed", ...identity, changes: [], signals };
  const { signals: _old, ...beforeHead } = before;
  const { signals: _now, ...afterHead } = after;
  const changes = fieldChanges(beforeHead, afterHead);
  return changes.length + signals.length === 0 ? null : { kind: "changed", ...identity, changes, signals };
}

function diffSignal(before: Signal | null, after: Signal | null): SignalDiff | null {
  if (before === null) return after === null ? null : { kind: "added", name: after.name, changes: [] };
  if (after === null) return { kind: "removed", name: before.name, changes: [] };
  const changes = fieldChanges(before, after);
  return changes.length === 0 ? null : { kind: "changed", name: after.name, changes };
}

function fieldChanges<Item extends object>(before: Item, after: Item): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of Object.keys(before) as (keyof Item & string)[]) {
    if (!isSame(before[field], after[field])) changes.push({ field, before: before[field], after: after[field] });
  }
  return changes;
}

function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a, exactNumbers) === JSON.stringify(b, exactNumbers);
}

/** JSON has neither bigint nor infinity. */
function exactNumbers(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : (value as Raw);
}
