import type { ImportTask } from "@canopy/contract/transfers/imports";

/** Where the frames of an import are in the history; undefined: its file was not read. */
export function importRange({
  found,
  shift_ms: shiftMs,
}: Pick<ImportTask, "found" | "shift_ms">): { fromMs: number; toMs: number } | undefined {
  if (!found) return undefined;
  return { fromMs: Number(found.first) / 1000 + shiftMs, toMs: Number(found.last) / 1000 + shiftMs + 1 };
}
