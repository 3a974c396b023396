import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { sentFrame } from "@canopy/contract/device-link/sent-frame";

const CANDUMP =
  /^(?:\(\d+\.\d+\)\s+)?(?:([A-Za-z]\w*)\s+)?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})#(#[0-9A-Fa-f])?([^\s]*)(?:\s+[RT])?$/;

/** A line of candump or cansend (`can0 123#0A0B`, `18FEF100##0…`, `7DF#R8`); undefined: it is none, or no frame. */
export function readPastedFrame(line: string, channel: number): SentFrame | undefined {
  const [, name, digits = "", fd, rest = ""] = CANDUMP.exec(line.trim()) ?? [];
  if (digits === "") return undefined;
  const remote = /^R(\d?)$/i.exec(rest);
  const frame = {
    channel: channelOfName(name) ?? channel,
    id: Number.parseInt(digits, 16),
    extended: digits.length === 8,
    remote: remote !== null && !fd,
    fd: fd !== undefined,
    // The bit rate switch of `##1`.
    brs: fd !== undefined && (Number.parseInt(fd.slice(1), 16) & 1) === 1,
    data: remote ? "" : rest.replaceAll(".", "").toUpperCase(),
    ...(remote && { length: Number(remote[1] || 0) }),
  };
  return sentFrame.safeParse(frame).data;
}

/** All lines that are frames, and how many are not. */
export function readPastedFrames(text: string, channel: number): { frames: SentFrame[]; unread: number } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const frames = lines.flatMap((line) => readPastedFrame(line, channel) ?? []);
  return { frames, unread: lines.length - frames.length };
}

function channelOfName(name: string | undefined): number | undefined {
  const number = /^v?can(\d{1,2})$/i.exec(name ?? "")?.[1];
  return number === undefined ? undefined : Number(number);
}
