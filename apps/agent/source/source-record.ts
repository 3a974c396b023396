import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SourcePosition } from "../spool/segment.ts";

/**
 * Which source the spool is being filled from. A log that is given again goes on where the spool ends; anything else is
 * a new source with a new number, written down before its first frame.
 */
export function beginSource(folder: string, identity: string | null, at: SourcePosition): SourcePosition {
  const path = join(folder, "source.json");
  const known = readSource(path);
  if (identity !== null && known?.identity === identity) {
    return { source: known.source, position: at.source === known.source ? at.position : 0 };
  }
  const source = Math.max(known?.source ?? 0, at.source) + 1;
  replaceFile(path, JSON.stringify({ source, identity }));
  return { source, position: 0 };
}

function readSource(path: string): { source: number; identity: string | null } | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof json !== "object" || json === null || !("source" in json) || !("identity" in json)) return undefined;
    const { source, identity } = json;
    if (typeof source !== "number") return undefined;
    return { source, identity: typeof identity === "string" ? identity : null };
  } catch {
    return undefined;
  }
}

/** The old or the new content, never half of it. */
function replaceFile(path: string, text: string): void {
  const file = openSync(`${path}.new`, "w");
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
