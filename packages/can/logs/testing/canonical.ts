import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "../../frame/frame.ts";

/** A frame in the line form of the corpus: `TIME CH ID FLAGS DLC DATA`. */
export function canonicalLine(frame: Frame, channel: string, startUs: number): string {
  const { flags } = frame;
  const us = frame.timeUs - startUs;
  const time = `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, "0")}`;
  const letters =
    (flags & FLAG_TX ? "t" : "r") +
    (flags & FLAG_ERROR ? "E" : "") +
    (flags & FLAG_REMOTE ? "R" : "") +
    (flags & FLAG_FD ? "F" : "") +
    (flags & FLAG_BRS ? "B" : "") +
    (flags & FLAG_ESI ? "I" : "");
  if (flags & FLAG_ERROR) return `${time} ${channel} - ${letters} 0 -`;
  const id = frame.id
    .toString(16)
    .toUpperCase()
    .padStart(flags & FLAG_EXTENDED ? 8 : 3, "0");
  const data = Array.from(frame.data, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
  return `${time} ${channel} ${id} ${letters} ${frame.size} ${data || "-"}`;
}
