/** SAE J1939-21, 5.10: transport protocol. */
export const MAX_TRANSPORT_SIZE = 1785;
export const BYTES_PER_PACKET = 7;

export const ABORT_RESOURCES = 2;
export const ABORT_TIMEOUT = 3;
export const ABORT_TOO_MANY_RETRANSMITS = 5;
export const ABORT_BAD_SEQUENCE = 7;

/** Timeouts of SAE J1939-21, 5.10.2.4. */
export const T1_US = 750_000;
export const T2_US = 1_250_000;
export const T3_US = 1_250_000;
export const T4_US = 1_050_000;

/** TP.CM: sender, message, size, and whether it may continue. */
export type ConnectionManagement = { pgn: number } & (
  | { kind: "rts"; size: number; packets: number; packetsPerCts: number }
  /** `packets` 0 holds the connection open. */
  | { kind: "cts"; packets: number; next: number }
  | { kind: "endOfMessage"; size: number; packets: number }
  | { kind: "bam"; size: number; packets: number }
  | { kind: "abort"; reason: number }
);

const RTS = 16;
const CTS = 17;
const END_OF_MESSAGE = 19;
const BAM = 32;
const ABORT = 255;

export function packetsOf(size: number): number {
  return Math.ceil(size / BYTES_PER_PACKET);
}

/** Undefined: too short, unknown, or sizes that contradict each other. */
export function readConnectionManagement(data: Uint8Array): ConnectionManagement | undefined {
  if (data.length < 8) return undefined;
  const [control = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, p0 = 0, p1 = 0, p2 = 0] = data;
  const pgn = p0 | (p1 << 8) | ((p2 & 3) << 16);
  const size = b1 | (b2 << 8);
  const isSound = size > 0 && size <= MAX_TRANSPORT_SIZE && b3 === packetsOf(size);
  switch (control) {
    case RTS:
      return isSound ? { kind: "rts", size, packets: b3, packetsPerCts: b4 || 255, pgn } : undefined;
    case CTS:
      return { kind: "cts", packets: b1, next: b2, pgn };
    case END_OF_MESSAGE:
      return isSound ? { kind: "endOfMessage", size, packets: b3, pgn } : undefined;
    case BAM:
      return isSound ? { kind: "bam", size, packets: b3, pgn } : undefined;
    case ABORT:
      return { kind: "abort", reason: b1, pgn };
    default:
      return undefined;
  }
}

export function encodeConnectionManagement(message: ConnectionManagement): Uint8Array {
  const { pgn } = message;
  return Uint8Array.of(...head(message), pgn & 255, (pgn >> 8) & 255, (pgn >> 16) & 255);
}

function head(m: ConnectionManagement): [number, number, number, number, number] {
  switch (m.kind) {
    case "rts":
      return [RTS, m.size & 255, m.size >> 8, m.packets, m.packetsPerCts];
    case "cts":
      return [CTS, m.packets, m.next, 255, 255];
    case "endOfMessage":
      return [END_OF_MESSAGE, m.size & 255, m.size >> 8, m.packets, 255];
    case "bam":
      return [BAM, m.size & 255, m.size >> 8, m.packets, 255];
    case "abort":
      return [ABORT, m.reason, 255, 255, 255];
  }
}

/** Packet `sequence` (from 1) of a message, filled with FF. */
export function dataPacket(message: Uint8Array, sequence: number): Uint8Array {
  const packet = new Uint8Array(8).fill(0xff);
  packet[0] = sequence;
  packet.set(message.subarray((sequence - 1) * BYTES_PER_PACKET, sequence * BYTES_PER_PACKET), 1);
  return packet;
}
