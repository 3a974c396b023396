import type { BitField, ByteOrder } from "@canopy/can/bytes/bits";
import { plainSignal } from "@canopy/can/dbc/decode/plain-signal";
import type { Message, Multiplexed, Raw, SelectorRange, Signal, ValueText } from "@canopy/can/dbc/model";
import { segmentsOf } from "./byte-grid.ts";

/** One `0 Off` per line. */
export const statesText = (values: readonly ValueText[]) => values.map(({ raw, text }) => `${raw} ${text}`).join("\n");

/** Null: a line has no number before its text. */
export function readStates(text: string): ValueText[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map((line): ValueText | null => {
    const [, number = "", words = ""] = /^\s*(-?\d+)[\s=:]+(.*?)\s*$/.exec(line) ?? [];
    return number === "" || words === "" ? null : { raw: rawOf(number), text: words };
  });
  return values.every((value) => value !== null) ? values : null;
}

function rawOf(text: string): Raw {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** `3, 5-8`. */
export const rangesText = (ranges: readonly SelectorRange[]) =>
  ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(", ");

export function readRanges(text: string): SelectorRange[] | null {
  const parts = text.split(/[,\s]+/).filter((part) => part !== "");
  const ranges = parts.map((part): SelectorRange | null => {
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    return from === undefined ? null : { from: Number(from), to: Number(to ?? from) };
  });
  return ranges.length > 0 && ranges.every((range) => range !== null) ? ranges : null;
}

/** `plain`, `selector`, or the name of its selector. */
export function multiplexingChange(message: Message, signal: Signal, choice: string): Partial<Signal> {
  if (choice === "plain") return { multiplexed: null, isMultiplexor: false };
  if (choice === "selector") return { multiplexed: signal.multiplexed, isMultiplexor: true };
  const used = message.signals.flatMap(({ multiplexed }) =>
    multiplexed?.selector === choice ? multiplexed.ranges.map(({ to }) => to) : [],
  );
  const free = used.length === 0 ? 0 : Math.max(...used) + 1;
  const multiplexed: Multiplexed =
    signal.multiplexed?.selector === choice
      ? signal.multiplexed
      : { selector: choice, ranges: [{ from: free, to: free }] };
  return { multiplexed };
}

/** The start bit at which a field of whole bytes, or within one byte, keeps its position in the other byte order. */
export function inByteOrder(field: BitField, byteOrder: ByteOrder): Pick<BitField, "startBit" | "byteOrder"> {
  if (field.byteOrder === byteOrder) return { startBit: field.startBit, byteOrder };
  const segments = segmentsOf(field);
  const [first] = segments;
  const isWhole = segments.every(({ high, low }) => high === 7 && low === 0);
  if (!first || (!isWhole && segments.length > 1)) return { startBit: field.startBit, byteOrder };
  return { startBit: first.byte * 8 + (byteOrder === "intel" ? first.low : first.high), byteOrder };
}

/** A new signal on these bits, with an unused name. */
export function newSignal(message: Message, field: BitField): Signal {
  const names = new Set(message.signals.map(({ name }) => name));
  let number = message.signals.length + 1;
  while (names.has(`Signal_${number}`)) number += 1;
  return plainSignal(`Signal_${number}`, field);
}

/** The first free run of up to eight bits within a byte; undefined in a full message. */
export function firstFreeBits(message: Message, signals: readonly Signal[]): BitField | undefined {
  const taken = new Set<number>();
  for (const signal of signals) {
    for (const { byte, high, low } of segmentsOf(signal)) {
      for (let bit = low; bit <= high; bit++) taken.add(byte * 8 + bit);
    }
  }
  for (let bit = 0; bit < message.length * 8; bit++) {
    if (taken.has(bit)) continue;
    let length = 1;
    while ((bit + length) % 8 !== 0 && !taken.has(bit + length)) length += 1;
    return { startBit: bit, length, byteOrder: "intel" };
  }
  return undefined;
}
