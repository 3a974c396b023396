import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { signalText } from "../../frames/rows/signal-text.ts";
import type { LibraryDecoder } from "../choose/use-decoders.ts";

export interface ValueReading {
  readonly signals: readonly SignalReference[];
  decoderOf(signal: SignalReference): LibraryDecoder | undefined;
  /** Called when a signal has a new value. */
  onValue(index: number, text: string): void;
}

/** The newest value of each signal in these frames, and in the J1939 messages of several frames that they ended (UDS-06). */
export function readValues(
  frames: FrameBatch,
  joinedAt: (i: number) => { readonly id: number; readonly bytes: Uint8Array } | undefined,
  { signals, decoderOf, onValue }: ValueReading,
): void {
  const open = new Set(signals.keys());
  for (let i = frames.length - 1; i >= 0 && open.size > 0; i--) {
    const frame = frames.at(i);
    const joined = joinedAt(i);
    const carried = joined ? { ...frame, id: joined.id, size: joined.bytes.length, data: joined.bytes } : frame;
    for (const place of open) {
      const text = valueIn(carried, signals[place] as SignalReference, decoderOf);
      if (text === undefined) continue;
      onValue(place, text);
      open.delete(place);
    }
  }
}

function valueIn(frame: Frame, signal: SignalReference, decoderOf: ValueReading["decoderOf"]): string | undefined {
  if (signal.channel !== frame.channel) return undefined;
  const decoder = decoderOf(signal)?.decoder;
  const message = decoder?.find(frame.id, (frame.flags & FLAG_EXTENDED) !== 0);
  if (message == null || message !== decoder?.find(signal.message_id, signal.is_extended)) return undefined;
  const found = decoder.decode(frame)?.signals.find((one) => one.signal.name === signal.signal);
  return found && signalText(found);
}
