/**
 * The last minute of the rates of devices, as a binary message of the live stream, little-endian.
 *
 *   u8 kind 4 | f64 atMs | u32 rows | rows
 *   row:     16 bytes device id | u8 channels | channels
 *   channel: u8 channel | f32 largest rate | 60 × u8, oldest first: 0 to 254 of the largest rate in 254ths, 255 unknown
 */

import { RING_SECONDS } from "../devices/rate-ring.ts";
import { readId, writeId } from "./live-binary.ts";

const LIVE_RATES = 4;
/** Devices whose last minute a new watch is told, at most: the message stays far below what may wait for a client. */
export const LIVE_RATES_DEVICES = 2000;

const HEAD_BYTES = 13;
const ROW_BYTES = 17;
const CHANNEL_BYTES = 5 + RING_SECONDS;
const SCALE = 254;
const UNKNOWN = 255;

export interface LiveRates {
  readonly deviceId: string;
  /** Frames per second, oldest first; NaN where nothing is known. */
  readonly channels: readonly { readonly channel: number; readonly minute: ArrayLike<number> }[];
}

export interface RatesMessage {
  readonly atMs: number;
  readonly rows: readonly LiveRates[];
}

export function writeRatesMessage({ atMs, rows }: RatesMessage): Uint8Array<ArrayBuffer> {
  const channels = rows.reduce((sum, row) => sum + row.channels.length, 0);
  const bytes = new Uint8Array(HEAD_BYTES + rows.length * ROW_BYTES + channels * CHANNEL_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, LIVE_RATES);
  view.setFloat64(1, atMs, true);
  view.setUint32(9, rows.length, true);
  let at = HEAD_BYTES;
  for (const row of rows) {
    writeId(bytes, at, row.deviceId);
    view.setUint8(at + 16, row.channels.length);
    at += ROW_BYTES;
    for (const { channel, minute } of row.channels) {
      writeMinute(view, at, channel, minute);
      at += CHANNEL_BYTES;
    }
  }
  return bytes;
}

function writeMinute(view: DataView, at: number, channel: number, minute: ArrayLike<number>): void {
  let top = 0;
  for (let i = 0; i < RING_SECONDS; i++) top = Math.max(top, minute[i] || 0);
  view.setUint8(at, channel);
  view.setFloat32(at + 1, top, true);
  for (let i = 0; i < RING_SECONDS; i++) {
    const rate = minute[i] ?? Number.NaN;
    view.setUint8(at + 5 + i, Number.isNaN(rate) ? UNKNOWN : top === 0 ? 0 : Math.round((rate / top) * SCALE));
  }
}

/** Undefined: not a message of this kind, or a broken one. */
export function readRatesMessage(message: Uint8Array): RatesMessage | undefined {
  if (message.length < HEAD_BYTES || message[0] !== LIVE_RATES) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const rows: LiveRates[] = [];
  let at = HEAD_BYTES;
  for (let row = 0; row < view.getUint32(9, true); row++) {
    if (at + ROW_BYTES > message.length) return undefined;
    const count = view.getUint8(at + 16);
    const end = at + ROW_BYTES + count * CHANNEL_BYTES;
    if (end > message.length) return undefined;
    const first = at + ROW_BYTES;
    const channels = Array.from({ length: count }, (_, i) => readMinute(view, first + i * CHANNEL_BYTES));
    rows.push({ deviceId: readId(message, at), channels });
    at = end;
  }
  return at === message.length ? { atMs: view.getFloat64(1, true), rows } : undefined;
}

function readMinute(view: DataView, at: number): LiveRates["channels"][number] {
  const top = view.getFloat32(at + 1, true);
  const minute = Float32Array.from({ length: RING_SECONDS }, (_, i) => {
    const share = view.getUint8(at + 5 + i);
    return share === UNKNOWN ? Number.NaN : (share / SCALE) * top;
  });
  return { channel: view.getUint8(at), minute };
}
