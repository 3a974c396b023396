import { formatHex } from "@canopy/can/bytes/hex";
import { sha256 } from "@canopy/can/bytes/sha256";
import type { FlashPhase } from "@canopy/can/uds/flash/flash-state";
import { chainText, type FlashTraceEntry, type TRACE_KINDS } from "./flash-message.ts";

const FIRST_HASH = "0".repeat(64);
/** Of a block, the beginning will do: the image is known. */
const SHOWN_BYTES = 64;

/** Every request and answer of a run, each with the hash of all before it. */
export class FlashTrace {
  readonly entries: FlashTraceEntry[];

  constructor(entries: readonly FlashTraceEntry[] = []) {
    this.entries = [...entries];
  }

  add(
    what: { kind: (typeof TRACE_KINDS)[number]; phase: FlashPhase; bytes?: Uint8Array; text?: string },
    time_us: number,
  ): FlashTraceEntry {
    const { kind, phase, bytes = new Uint8Array(0), text } = what;
    const data = text ?? formatHex(bytes.subarray(0, SHOWN_BYTES));
    const body = { n: this.entries.length, time_us, phase, kind, data, size: bytes.length };
    const entry = { ...body, hash: hashOf(this.entries.at(-1)?.hash ?? FIRST_HASH, body) };
    this.entries.push(entry);
    return entry;
  }
}

function hashOf(before: string, entry: Omit<FlashTraceEntry, "hash">): string {
  return formatHex(sha256(new TextEncoder().encode(chainText(before, entry)))).toLowerCase();
}

/** The number of the first entry that does not follow from those before it; null: the chain is whole. */
export function brokenAt(entries: readonly FlashTraceEntry[]): number | null {
  let before = FIRST_HASH;
  for (const [i, { hash, ...body }] of entries.entries()) {
    if (body.n !== i || hash !== hashOf(before, body)) return i;
    before = hash;
  }
  return null;
}
