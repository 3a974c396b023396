import type { DbcDiff } from "@canopy/can/dbc/edit/diff";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";

const TEXT_MAX = 200;

/** A value of a field for people: short things as they are, lists by their names. */
export function changeText(value: unknown): string {
  const text = plain(value);
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (Array.isArray(value)) return value.length === 0 ? "—" : value.map(entry).join(", ");
  if (typeof value === "object") return entry(value);
  return String(value);
}

function entry(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const fields = value as Record<string, unknown>;
  if ("raw" in fields) return `${String(fields.raw)} ${String(fields.text)}`;
  if ("selector" in fields) return `${String(fields.selector)} = ${plain(fields.ranges)}`;
  if ("from" in fields) return fields.from === fields.to ? String(fields.from) : `${fields.from}-${fields.to}`;
  if ("value" in fields) return `${String(fields.name)} = ${String(fields.value)}`;
  return String(fields.name ?? JSON.stringify(value));
}

interface TouchedUse {
  readonly use: DbcUse;
  /** The signals by which it is touched. */
  readonly signals: readonly string[];
}

/** Parts of a file without effect on decoding. */
const HARMLESS = new Set(["comment", "receivers", "attributes", "symbol", "transmitter", "otherTransmitters"]);

/** Which uses have a signal that was removed, or that decodes differently now. A use of a fixed revision is safe. */
export function usesTouched(diff: DbcDiff, uses: readonly DbcUse[]): TouchedUse[] {
  return usesWithChanged(
    diff,
    uses.filter(({ revision }) => revision === null),
  );
}

/** Which uses have such a signal, but keep to the revision that they were made with. */
export function usesKept(diff: DbcDiff, uses: readonly DbcUse[]): TouchedUse[] {
  return usesWithChanged(
    diff,
    uses.filter(({ revision }) => revision !== null),
  );
}

function usesWithChanged(diff: DbcDiff, uses: readonly DbcUse[]): TouchedUse[] {
  const changed = new Map<string, ReadonlySet<string> | "all">();
  for (const { id, isExtended, kind, signals, changes } of diff.messages) {
    const isWhole = kind === "removed" || changes.some(({ field }) => field === "id" || field === "length");
    const names = signals
      .filter((signal) => signal.kind === "removed" || signal.changes.some(({ field }) => !HARMLESS.has(field)))
      .map(({ name }) => name);
    // Of one that has another identifier now, uses know the old one.
    const oldId = changes.find(({ field }) => field === "id")?.before ?? id;
    const oldExtended = changes.find(({ field }) => field === "isExtended")?.before ?? isExtended;
    changed.set(`${oldId}/${oldExtended}`, isWhole ? "all" : new Set(names));
  }
  return uses.flatMap((use) => {
    const signals = use.signals
      .filter(({ message_id, is_extended, signal }) => {
        const names = changed.get(`${message_id}/${is_extended}`);
        return names === "all" || names?.has(signal) === true;
      })
      .map(({ signal }) => signal);
    return signals.length > 0 ? [{ use, signals }] : [];
  });
}
