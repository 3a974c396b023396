import { channelKind, channelName, FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { type SentFrame, sentFrame } from "@canopy/contract/device-link/sent-frame";
import { type UdsRequest, udsRequest } from "@canopy/contract/device-link/uds";

/** The commands of a routine as lines of text, or the first line that is none. */
export type ReadLines<T> = { readonly ok: true; readonly items: T[] } | { readonly ok: false; readonly line: number };

/** What stands behind the bytes: `/fd`, `/p2=50`. */
const OPTIONS = "((?:\\s+/[a-z0-9]+(?:=[0-9a-z]+)?)*)";
/** `CAN1 100 01 02`, `CAN2 18FEF100x 0102 +50 /fd /brs`: channel, identifier (x: 29 bits), bytes, wait before it in ms. */
const FRAME = new RegExp(
  `^CAN(\\d{1,2})\\s+(?:0x)?([0-9a-f]{1,8})(x?)((?:\\s+[0-9a-f]{2}(?:[0-9a-f]{2})*)*)(?:\\s+\\+(\\d{1,7}))?${OPTIONS}$`,
  "i",
);
/** `CAN1 7E0 7E8 22 F1 90 /p2=50`: channel, request and response identifier, bytes. */
const UDS = new RegExp(
  `^CAN(\\d{1,2})\\s+(?:0x)?([0-9a-f]{1,8})(x?)\\s+(?:0x)?([0-9a-f]{1,8})x?((?:\\s+[0-9a-f]{2}(?:[0-9a-f]{2})*)+)${OPTIONS}$`,
  "i",
);

const FRAME_OPTIONS = { fd: "fd", brs: "brs", remote: "remote", length: "length" } as const;
const STEP_OPTIONS = {
  functional: "functional",
  fd: "fd",
  fill: "fill_byte",
  st: "st_min_ms",
  bs: "block_size",
  fc: "fc_timeout_ms",
  p2: "timeout_ms",
  p2x: "enhanced_timeout_ms",
  suppress: "suppress_response",
} as const;

export const readFrames = (text: string): ReadLines<SentFrame> => readLines(text, frameOf);
export const readSteps = (text: string): ReadLines<UdsRequest> => readLines(text, stepOf);

export function writeFrames(frames: readonly SentFrame[]): string {
  return frames.map(frameLine).join("\n");
}

function frameLine(frame: SentFrame): string {
  const { channel, id, extended, data, delay_ms } = frame;
  const wait = delay_ms > 0 ? `+${delay_ms}` : "";
  const start = [channelName(channel), idOf(id, extended), data.toUpperCase(), wait];
  return [...start, ...optionsOf(frame, usualFrame(data), FRAME_OPTIONS)].filter((part) => part !== "").join(" ");
}

export function writeSteps(steps: readonly UdsRequest[]): string {
  return steps.map(stepLine).join("\n");
}

function stepLine(step: UdsRequest): string {
  const { channel, request_id, response_id, extended, data } = step;
  const start = [channelName(channel), idOf(request_id, extended), idOf(response_id, extended), data.toUpperCase()];
  return [...start, ...optionsOf(step, usualStep(), STEP_OPTIONS)].join(" ");
}

/** More than eight bytes need no `/fd`. */
const usualFrame = (data: string) =>
  sentFrame.parse({ channel: FIRST_CHANNEL.can, id: 0, ...(data.length > 16 && { fd: true, data }) });
const usualStep = () => udsRequest.parse({ channel: FIRST_CHANNEL.can, request_id: 0, response_id: 0, data: "3E" });

/** Those that are not as usual. */
function optionsOf<T>(item: T, usual: T, names: Readonly<Record<string, keyof T>>): string[] {
  return Object.entries(names).flatMap(([name, field]) => {
    const value = item[field];
    if (value === usual[field] || value === undefined || value === false) return [];
    return value === true ? [`/${name}`] : [`/${name}=${value === null ? "none" : value}`];
  });
}

/** Undefined: one of them is not known. */
function readOptions(text: string, names: Readonly<Record<string, string>>): Record<string, unknown> | undefined {
  const options: Record<string, unknown> = {};
  for (const option of text.trim().split(/\s+/).filter(Boolean)) {
    const [name = "", value] = option.slice(1).toLowerCase().split("=");
    const field = Object.hasOwn(names, name) ? names[name] : undefined;
    if (field === undefined) return undefined;
    options[field] = value === undefined ? true : value === "none" ? null : Number(value);
  }
  return options;
}

function readLines<T>(text: string, read: (line: string) => T | undefined): ReadLines<T> {
  const items: T[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const item = read(line.trim());
    if (item === undefined) return { ok: false, line: at + 1 };
    items.push(item);
  }
  return { ok: true, items };
}

function frameOf(line: string): SentFrame | undefined {
  const [, channel, id = "", extended, data = "", wait = "0", more = ""] = FRAME.exec(line) ?? [];
  const options = readOptions(more, FRAME_OPTIONS);
  if (options === undefined) return undefined;
  const bytes = data.replace(/\s/g, "");
  const given = { ...placed(channel, extended), id: Number.parseInt(id, 16), data: bytes, delay_ms: Number(wait) };
  const fd = bytes.length > 16 ? { fd: true } : {};
  return sentFrame.safeParse({ ...given, ...fd, ...options }).data;
}

function stepOf(line: string): UdsRequest | undefined {
  const [, channel, request = "", extended, response = "", data = "", more = ""] = UDS.exec(line) ?? [];
  const options = readOptions(more, STEP_OPTIONS);
  if (options === undefined) return undefined;
  const ids = { request_id: Number.parseInt(request, 16), response_id: Number.parseInt(response, 16) };
  return udsRequest.safeParse({ ...placed(channel, extended), ...ids, data: data.replace(/\s/g, ""), ...options }).data;
}

function placed(channel: string | undefined, extended: string | undefined) {
  const place = FIRST_CHANNEL.can + Number(channel) - 1;
  return { channel: channelKind(place) === "can" ? place : -1, extended: extended?.toLowerCase() === "x" };
}

function idOf(id: number, extended: boolean): string {
  const digits = id.toString(16).toUpperCase();
  return extended ? `${digits.padStart(8, "0")}x` : digits.padStart(3, "0");
}
