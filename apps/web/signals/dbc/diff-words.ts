import type { DbcDiff } from "@canopy/can/dbc/edit/diff";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";

const TEXT_MAX = 200;

/** A field value as text: short values as they are, lists by their names. */
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
  /** The affected signals. */
  readonly signals: readonly string[];
}

/** Parts of a file without effect on decoding. */
const HARMLESS = new Set(["comment", "receivers", "attributes", "symbol", "transmitter", "otherTransmitters"]);

/** The uses with a signal that was removed or is decoded differently. A use of a fixed revision is not affected. */
export function usesTouched(diff: DbcDiff, uses: readonly DbcUse[]): TouchedUse[] {
  return usesWithChanged(
    diff,
    uses.filter(({ revision }) => revision === null),
  );
}

/** The uses with such a signal that have a fixed revision. */
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
    // Uses refer to a message by its old identifier.
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
