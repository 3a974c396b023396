import type { FrameBatch } from "../../frame/batch.ts";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  MAX_EXTENDED_ID,
  MAX_STANDARD_ID,
  sizeOfDlc,
} from "../../frame/frame.ts";
import * as blf from "./blf-format.ts";

/** One object of a BLF file: `bytes[from, to)`, `body` behind its header. */
export interface BlfObject {
  bytes: Uint8Array;
  view: DataView;
  type: number;
  from: number;
  body: number;
  to: number;
  timeUs: number;
}

/** Objects that are frames, with the body bytes they need. */
const MIN_BODY_BYTES: Record<number, number> = {
  [blf.CAN_MESSAGE]: 8,
  [blf.CAN_MESSAGE2]: 8,
  [blf.CAN_ERROR]: 2,
  [blf.CAN_ERROR_EXT]: 24,
  [blf.CAN_FD_MESSAGE]: 20,
  [blf.CAN_FD_MESSAGE_64]: 40,
  [blf.CAN_FD_ERROR_64]: 2,
};

export function isFrameObject(type: number): boolean {
  return MIN_BODY_BYTES[type] !== undefined;
}

/** Appends the frame of a frame object; false when it is too short for its type. */
export function pushFrameObject(batch: FrameBatch, object: BlfObject): boolean {
  const needed = MIN_BODY_BYTES[object.type] as number;
  if (object.to - object.body < needed) return false;
  switch (object.type) {
    case blf.CAN_MESSAGE:
    case blf.CAN_MESSAGE2:
      return pushMessage(batch, object);
    case blf.CAN_FD_MESSAGE:
      return pushFdMessage(batch, object);
    case blf.CAN_FD_MESSAGE_64:
      return pushFdMessage64(batch, object);
    case blf.CAN_ERROR_EXT:
      return pushErrorExt(batch, object);
    case blf.CAN_FD_ERROR_64:
      return push(batch, object, object.bytes[object.body] as number, 0, FLAG_ERROR, 0, object.to);
    default:
      return push(batch, object, object.view.getUint16(object.body, true), 0, FLAG_ERROR, 0, object.to);
  }
}

function pushMessage(batch: FrameBatch, object: BlfObject): boolean {
  const { bytes, view, body } = object;
  const bits = bytes[body + 2] as number;
  const flags = (bits & blf.MESSAGE_TX ? FLAG_TX : 0) | (bits & blf.MESSAGE_REMOTE ? FLAG_REMOTE : 0);
  const size = sizeOfDlc(bytes[body + 3] as number, false);
  return push(batch, object, view.getUint16(body, true), view.getUint32(body + 4, true), flags, size, body + 8);
}

function pushFdMessage(batch: FrameBatch, object: BlfObject): boolean {
  const { bytes, view, body } = object;
  const bits = bytes[body + 2] as number;
  const fd = bytes[body + 13] as number;
  const isFd = (fd & blf.FD_EDL) !== 0;
  const flags =
    (bits & blf.MESSAGE_TX ? FLAG_TX : 0) |
    (bits & blf.MESSAGE_REMOTE && !isFd ? FLAG_REMOTE : 0) |
    (isFd ? FLAG_FD : 0) |
    (fd & blf.FD_BRS ? FLAG_BRS : 0) |
    (fd & blf.FD_ESI ? FLAG_ESI : 0);
  const dlc = bytes[body + 3] as number;
  const size = flags & FLAG_REMOTE ? sizeOfDlc(dlc, false) : Math.min(bytes[body + 14] as number, 64);
  return pushFd(batch, object, view.getUint16(body, true), flags, size, body + 20, object.to);
}

function pushFdMessage64(batch: FrameBatch, object: BlfObject): boolean {
  const { bytes, view, body } = object;
  const bits = view.getUint32(body + 12, true);
  const isFd = (bits & blf.FD64_EDL) !== 0;
  const flags =
    (bytes[body + 34] !== 0 ? FLAG_TX : 0) |
    (bits & blf.FD64_REMOTE && !isFd ? FLAG_REMOTE : 0) |
    (isFd ? FLAG_FD : 0) |
    (bits & blf.FD64_BRS ? FLAG_BRS : 0) |
    (bits & blf.FD64_ESI ? FLAG_ESI : 0);
  const dlc = bytes[body + 1] as number;
  const size = flags & FLAG_REMOTE ? sizeOfDlc(dlc, false) : Math.min(bytes[body + 2] as number, 64);
  // From the beginning of the object; 0: nothing stands behind the payload.
  const extension = bytes[body + 35] as number;
  const storedTo = extension === 0 ? object.to : Math.min(object.from + extension, object.to);
  return pushFd(batch, object, bytes[body] as number, flags, size, body + 40, storedTo);
}

const padded = new Uint8Array(64);

/** CANoe stores no zeros at the end of a payload: missing bytes are zero. */
function pushFd(
  batch: FrameBatch,
  object: BlfObject,
  channel: number,
  flags: number,
  size: number,
  dataAt: number,
  storedTo: number,
): boolean {
  const rawId = object.view.getUint32(object.body + 4, true);
  if (flags & FLAG_REMOTE || dataAt + size <= storedTo) return push(batch, object, channel, rawId, flags, size, dataAt);
  padded.fill(0);
  padded.set(object.bytes.subarray(dataAt, Math.max(dataAt, storedTo)));
  return push(batch, { ...object, bytes: padded, to: size }, channel, rawId, flags, size, 0);
}

function pushErrorExt(batch: FrameBatch, object: BlfObject): boolean {
  const { bytes, view, body } = object;
  const size = Math.min(bytes[body + 10] as number, 8);
  return push(batch, object, view.getUint16(body, true), view.getUint32(body + 16, true), FLAG_ERROR, size, body + 24);
}

function push(
  batch: FrameBatch,
  object: BlfObject,
  channel: number,
  rawId: number,
  flags: number,
  size: number,
  dataAt: number,
): boolean {
  if (!(flags & FLAG_REMOTE) && dataAt + size > object.to) return false;
  // An error frame has no identifier; the field is kept.
  const isError = (flags & FLAG_ERROR) !== 0;
  const isExtended = rawId >= blf.ID_EXTENDED && !isError;
  const id = rawId & (isExtended || isError ? MAX_EXTENDED_ID : MAX_STANDARD_ID);
  const allFlags = isExtended ? flags | FLAG_EXTENDED : flags;
  // Channels count from 1.
  batch.push(object.timeUs, channel > 0 ? (channel - 1) & 255 : 0, id, allFlags, size, object.bytes, dataAt);
  return true;
}
