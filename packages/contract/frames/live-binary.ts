/**
 * Binary messages of the live stream, little-endian.
 *
 *   frames: u8 kind (1 live, 3 filled in from the store) | u32 subscription | one CB1 batch as the terminal sent it
 *   status: u8 kind 2 | f64 atMs | u32 rows | rows
 *   row:    16 bytes device id | u8 state | u32 age in ms before atMs | u8 channels | channels
 *   channel: u8 channel | f32 frames per second | u16 load in 1/10,000 (65535: that much or more) | f64 last frame, ms
 *            u8 bus state (0 not said, else 1 + its place in BUS_STATES) | u8 REC | u8 TEC (255: that much or more)
 *
 * The state: bit 0 online, bits 1-3 the card (0 not said, else 1 + its place in SD_STATES).
 */
import { BUS_STATES, type BusErrors } from "@canopy/can/bus/error-frame";
import { SD_STATES, type SdState } from "../devices/rules.ts";

export const LIVE_FRAMES = 1;
export const LIVE_STATUS = 2;
export const LIVE_FILLED = 3;
export const LIVE_FRAMES_HEAD_BYTES = 5;

const STATUS_HEAD_BYTES = 13;
const ROW_BYTES = 22;
const CHANNEL_BYTES = 18;
const LOAD_SCALE = 10_000;
const MAX_U8 = 0xff;
const MAX_U16 = 0xffff;
const MAX_U32 = 0xffff_ffff;

export interface LiveChannelStatus {
  readonly channel: number;
  readonly framesPerSecond: number;
  /** 0 to 1; above 1 where the bit rate is higher than assumed. */
  readonly load: number;
  /** The terminal's time of its last frame. */
  readonly lastFrameAt: number;
  /** The terminal's last report of its controller; undefined until there is one. */
  readonly errors?: BusErrors | undefined;
}

export interface LiveStatus {
  readonly deviceId: string;
  readonly online: boolean;
  /** When it was so, in ms. */
  readonly at: number;
  readonly framesPerSecond: number;
  readonly channels: readonly LiveChannelStatus[];
  /** Undefined until the terminal has said it to the process that holds its connection. */
  readonly sdState?: SdState | undefined;
}

export interface FramesMessage {
  readonly subscription: number;
  readonly isFilled: boolean;
  /** A view into the message. */
  readonly batch: Uint8Array;
}

export function writeFramesHead(head: DataView, subscription: number, isFilled: boolean): void {
  head.setUint8(0, isFilled ? LIVE_FILLED : LIVE_FRAMES);
  head.setUint32(1, subscription, true);
}

/** Undefined: not a message of this kind. */
export function readFramesMessage(message: Uint8Array): FramesMessage | undefined {
  const kind = message[0];
  if (message.length < LIVE_FRAMES_HEAD_BYTES || (kind !== LIVE_FRAMES && kind !== LIVE_FILLED)) return undefined;
  const subscription = new DataView(message.buffer, message.byteOffset).getUint32(1, true);
  return { subscription, isFilled: kind === LIVE_FILLED, batch: message.subarray(LIVE_FRAMES_HEAD_BYTES) };
}

export function writeStatusMessage(rows: readonly LiveStatus[], atMs: number): Uint8Array<ArrayBuffer> {
  const channels = rows.reduce((sum, row) => sum + row.channels.length, 0);
  const bytes = new Uint8Array(STATUS_HEAD_BYTES + rows.length * ROW_BYTES + channels * CHANNEL_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, LIVE_STATUS);
  view.setFloat64(1, atMs, true);
  view.setUint32(9, rows.length, true);
  let at = STATUS_HEAD_BYTES;
  for (const row of rows) at = writeRow(bytes, view, at, row, atMs);
  return bytes;
}

function writeRow(bytes: Uint8Array, view: DataView, from: number, row: LiveStatus, atMs: number): number {
  writeId(bytes, from, row.deviceId);
  const card = row.sdState === undefined ? 0 : 1 + SD_STATES.indexOf(row.sdState);
  view.setUint8(from + 16, (row.online ? 1 : 0) | (card << 1));
  view.setUint32(from + 17, Math.min(MAX_U32, Math.max(0, Math.round(atMs - row.at))), true);
  view.setUint8(from + 21, row.channels.length);
  let at = from + ROW_BYTES;
  for (const { channel, framesPerSecond, load, lastFrameAt, errors } of row.channels) {
    view.setUint8(at, channel);
    view.setFloat32(at + 1, framesPerSecond, true);
    view.setUint16(at + 5, Math.min(MAX_U16, Math.max(0, Math.round(load * LOAD_SCALE))), true);
    view.setFloat64(at + 7, lastFrameAt, true);
    view.setUint8(at + 15, errors ? 1 + BUS_STATES.indexOf(errors.state) : 0);
    view.setUint8(at + 16, Math.min(MAX_U8, errors?.rec ?? 0));
    view.setUint8(at + 17, Math.min(MAX_U8, errors?.tec ?? 0));
    at += CHANNEL_BYTES;
  }
  return at;
}

/** Undefined: not a message of this kind, or a broken one. */
export function readStatusMessage(message: Uint8Array): LiveStatus[] | undefined {
  if (message.length < STATUS_HEAD_BYTES || message[0] !== LIVE_STATUS) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const atMs = view.getFloat64(1, true);
  const count = view.getUint32(9, true);
  const rows: LiveStatus[] = [];
  let at = STATUS_HEAD_BYTES;
  for (let i = 0; i < count; i++) {
    if (at + ROW_BYTES > message.length) return undefined;
    const channels = view.getUint8(at + 21);
    const end = at + ROW_BYTES + channels * CHANNEL_BYTES;
    if (end > message.length) return undefined;
    rows.push(readRow(message, view, at, atMs));
    at = end;
  }
  return at === message.length ? rows : undefined;
}

function readRow(message: Uint8Array, view: DataView, from: number, atMs: number): LiveStatus {
  const state = view.getUint8(from + 16);
  const channels: LiveChannelStatus[] = [];
  let framesPerSecond = 0;
  for (let i = 0, at = from + ROW_BYTES; i < view.getUint8(from + 21); i++, at += CHANNEL_BYTES) {
    const rate = view.getFloat32(at + 1, true);
    framesPerSecond += rate;
    channels.push({
      channel: view.getUint8(at),
      framesPerSecond: rate,
      load: view.getUint16(at + 5, true) / LOAD_SCALE,
      lastFrameAt: view.getFloat64(at + 7, true),
      errors: readErrors(view, at + 15),
    });
  }
  const deviceId = readId(message, from);
  const at = atMs - view.getUint32(from + 17, true);
  return { deviceId, online: (state & 1) === 1, at, framesPerSecond, channels, sdState: SD_STATES[(state >> 1) - 1] };
}

function readErrors(view: DataView, at: number): BusErrors | undefined {
  const state = BUS_STATES[view.getUint8(at) - 1];
  return state && { state, rec: view.getUint8(at + 1), tec: view.getUint8(at + 2) };
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function readId(bytes: Uint8Array, from: number): string {
  let text = "";
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += "-";
    text += HEX[bytes[from + i] as number];
  }
  return text;
}

export function writeId(bytes: Uint8Array, from: number, uuid: string): void {
  for (let i = 0, at = 0; i < 16; i++, at += 2) {
    if (uuid[at] === "-") at++;
    bytes[from + i] = Number.parseInt(uuid.slice(at, at + 2), 16);
  }
}
