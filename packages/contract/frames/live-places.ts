/**
 * The newest positions of devices, as a binary message of the live stream, little-endian (GPS-04).
 *
 *   u8 kind 5 | f64 atMs | u32 rows | rows
 *   row: 16 bytes device id | f64 time, ms | i32 latitude | i32 longitude, in 1e-7 degrees | f32 km/h | f32 course in
 *        degrees clockwise from north; NaN: the terminal did not say it
 */

import { readId, writeId } from "./live-binary.ts";

const LIVE_PLACES = 5;
const HEAD_BYTES = 13;
const ROW_BYTES = 40;
const DEGREE_SCALE = 1e7;

/** WGS-84. */
export interface LivePlace {
  readonly deviceId: string;
  /** By the terminal's clock, in ms. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmh: number | null;
  readonly course: number | null;
}

export interface PlacesMessage {
  /** By the server's clock. */
  readonly atMs: number;
  readonly rows: readonly LivePlace[];
}

export function writePlacesMessage({ atMs, rows }: PlacesMessage): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_BYTES + rows.length * ROW_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, LIVE_PLACES);
  view.setFloat64(1, atMs, true);
  view.setUint32(9, rows.length, true);
  for (const [i, row] of rows.entries()) {
    const at = HEAD_BYTES + i * ROW_BYTES;
    writeId(bytes, at, row.deviceId);
    view.setFloat64(at + 16, row.time, true);
    view.setInt32(at + 24, Math.round(row.latitude * DEGREE_SCALE), true);
    view.setInt32(at + 28, Math.round(row.longitude * DEGREE_SCALE), true);
    view.setFloat32(at + 32, row.speedKmh ?? Number.NaN, true);
    view.setFloat32(at + 36, row.course ?? Number.NaN, true);
  }
  return bytes;
}

/** Undefined: not a message of this kind, or a broken one. */
export function readPlacesMessage(message: Uint8Array): PlacesMessage | undefined {
  if (message.length < HEAD_BYTES || message[0] !== LIVE_PLACES) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const count = view.getUint32(9, true);
  if (message.length !== HEAD_BYTES + count * ROW_BYTES) return undefined;
  const rows = Array.from({ length: count }, (_, i) => readRow(message, view, HEAD_BYTES + i * ROW_BYTES));
  return { atMs: view.getFloat64(1, true), rows };
}

function readRow(message: Uint8Array, view: DataView, at: number): LivePlace {
  return {
    deviceId: readId(message, at),
    time: view.getFloat64(at + 16, true),
    latitude: view.getInt32(at + 24, true) / DEGREE_SCALE,
    longitude: view.getInt32(at + 28, true) / DEGREE_SCALE,
    speedKmh: known(view.getFloat32(at + 32, true)),
    course: known(view.getFloat32(at + 36, true)),
  };
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
