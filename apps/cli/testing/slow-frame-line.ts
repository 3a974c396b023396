import type { DbcDecoder, MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "@canopy/can/frame/frame";
import { jsonNumber, seconds } from "../lines/json-number.ts";

/** A frame as a line of JSON, made of strings and objects: the reference for `FrameLines`. */
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
