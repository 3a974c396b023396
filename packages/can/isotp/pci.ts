/** Flow status of a flow control frame (ISO 15765-2, 9.6.5). */
export const FLOW_CONTINUE = 0;
export const FLOW_WAIT = 1;
export const FLOW_OVERFLOW = 2;

export const MAX_12_BIT_LENGTH = 0xfff;

/** Why a frame is no valid N_PDU; such frames are ignored, they end nothing (ISO 15765-2, 9.8.3). */
export type PciFault =
  | "empty"
  | "singleFrameLength"
  | "firstFrameLength"
  | "firstFrameShort"
  | "flowControlShort"
  | "reservedType";

/** One frame read by its protocol control information. `data` is a view, padding included for consecutive frames. */
export type Pci =
  | { kind: "single"; data: Uint8Array }
  | { kind: "first"; length: number; data: Uint8Array; frameSize: number }
  | { kind: "consecutive"; sequence: number; data: Uint8Array; frameSize: number }
  | { kind: "flowControl"; status: number; blockSize: number; stMin: number }
  | { kind: "invalid"; fault: PciFault };

/** Reads the PCI of a frame whose first `prefixSize` bytes (0 or 1) are an address. */
export function readPci(frame: Uint8Array, prefixSize: number): Pci {
  const first = frame[prefixSize];
  if (first === undefined) return invalid("empty");
  switch (first >> 4) {
    case 0:
      return readSingle(frame, prefixSize, first & 15);
    case 1:
      return readFirst(frame, prefixSize, first & 15);
    case 2:
      return {
        kind: "consecutive",
        sequence: first & 15,
        data: frame.subarray(prefixSize + 1),
        frameSize: frame.length,
      };
    case 3:
      return readFlowControl(frame, prefixSize, first & 15);
    default:
      return invalid("reservedType");
  }
}

/**
 * ISO 15765-2, 9.6.2: up to 8 bytes the length is the nibble; above 8 the nibble is zero and the next byte holds it,
 * and then it must be one that would not have fitted 8 bytes.
 */
function readSingle(frame: Uint8Array, prefixSize: number, nibble: number): Pci {
  if (frame.length <= 8) {
    const from = prefixSize + 1;
    if (nibble === 0 || from + nibble > frame.length) return invalid("singleFrameLength");
    return { kind: "single", data: frame.subarray(from, from + nibble) };
  }
  const from = prefixSize + 2;
  const length = frame[prefixSize + 1] ?? 0;
  if (nibble !== 0 || length < 8 - prefixSize || from + length > frame.length) return invalid("singleFrameLength");
  return { kind: "single", data: frame.subarray(from, from + length) };
}

/** ISO 15765-2, 9.6.3: 12-bit length, or zero and a 32-bit length that must exceed 4095. */
function readFirst(frame: Uint8Array, prefixSize: number, nibble: number): Pci {
  if (frame.length < 8) return invalid("firstFrameShort");
  const short = (nibble << 8) | (frame[prefixSize + 1] ?? 0);
  if (short !== 0) return firstFrame(frame, prefixSize + 2, short, minimumFirstLength(frame.length, prefixSize));
  let long = 0;
  for (let i = 2; i < 6; i++) long = long * 256 + (frame[prefixSize + i] ?? 0);
  return firstFrame(frame, prefixSize + 6, long, MAX_12_BIT_LENGTH + 1);
}

function firstFrame(frame: Uint8Array, from: number, length: number, minimum: number): Pci {
  if (length < minimum) return invalid("firstFrameLength");
  return { kind: "first", length, data: frame.subarray(from), frameSize: frame.length };
}

/** FF_DLmin (ISO 15765-2, 9.6.3.1): one byte more than a single frame of that size could carry. */
export function minimumFirstLength(frameSize: number, prefixSize: number): number {
  return singleFrameCapacity(frameSize, prefixSize) + 1;
}

export function singleFrameCapacity(frameSize: number, prefixSize: number): number {
  return frameSize - prefixSize - (frameSize <= 8 ? 1 : 2);
}

function readFlowControl(frame: Uint8Array, prefixSize: number, status: number): Pci {
  const blockSize = frame[prefixSize + 1];
  const stMin = frame[prefixSize + 2];
  if (blockSize === undefined || stMin === undefined) return invalid("flowControlShort");
  return { kind: "flowControl", status, blockSize, stMin };
}

function invalid(fault: PciFault): Pci {
  return { kind: "invalid", fault };
}

/** STmin byte → µs. ISO 15765-2, 9.6.5.5: a reserved value is read as 127 ms, the slowest pace, never as zero. */
export function separationTimeUs(stMin: number): number {
  if (stMin <= 0x7f) return stMin * 1000;
  return stMin >= 0xf1 && stMin <= 0xf9 ? (stMin - 0xf0) * 100 : 127_000;
}
