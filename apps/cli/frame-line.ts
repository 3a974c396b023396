import type { DbcDecoder, MessageDecoder } from "@canopy/can/dbc/decode";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "@canopy/can/frame/frame";

/** A frame as a line of JSON (design.md §10), decoded by the first DBC that has its id. */
export function frameLine(frame: Frame, decoders: readonly DbcDecoder[]): string {
  const isExtended = (frame.flags & FLAG_EXTENDED) !== 0;
  const decoder = frame.flags & FLAG_ERROR ? null : firstDecoder(frame.id, isExtended, decoders);
  const message = decoder === null ? "null" : JSON.stringify(decoder.message.name);
  const head = `{"t":"${seconds(frame.timeUs)}","ch":${frame.channel},"id":${frame.id},"ext":${isExtended}`;
  return `${head},"message":${message},"signals":{${decoder === null ? "" : signals(frame, decoder)}}}\n`;
}

function firstDecoder(id: number, isExtended: boolean, decoders: readonly DbcDecoder[]): MessageDecoder | null {
  for (const decoder of decoders) {
    const found = decoder.find(id, isExtended);
    if (found !== null) return found;
  }
  return null;
}

function signals(frame: Frame, decoder: MessageDecoder): string {
  if (frame.flags & FLAG_REMOTE) return "";
  return decoder
    .decode(frame.data)
    .map(({ signal, raw, value, text }) => {
      const name = text === null ? "" : `,"name":${JSON.stringify(text)}`;
      return `${JSON.stringify(signal.name)}:{"raw":${jsonNumber(raw)},"value":${jsonNumber(value)}${name}}`;
    })
    .join(",");
}

/** JSON has no NaN and no Infinity, and most readers of it no integer beyond 2^53-1. */
function jsonNumber(value: number | bigint): string {
  if (typeof value === "bigint") {
    const isSafe = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
    return isSafe ? String(value) : `"${value}"`;
  }
  return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
}

/** Seconds since 1970 with six decimals. */
export function seconds(timeUs: number): string {
  const whole = Math.floor(timeUs / 1e6);
  return `${whole}.${String(timeUs - whole * 1e6).padStart(6, "0")}`;
}
