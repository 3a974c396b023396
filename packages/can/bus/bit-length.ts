import { dlcOfSize, FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "../frame/frame.ts";

/** Bits of a frame on the wire, with stuff bits and the 3 bits of interframe space. */
export interface FrameBits {
  /** At the nominal bit rate. */
  nominal: number;
  /** At the data bit rate of an FD frame with bit-rate switch; else 0. */
  data: number;
}

/** The parts of a frame that decide its length. */
export interface WireFrame {
  id: number;
  flags: number;
  size: number;
  data: Uint8Array;
}

/** ISO 11898-1: CRC-15-CAN. */
const CRC15_POLYNOMIAL = 0x4599;
/** CRC delimiter, ACK slot and delimiter, 7 bits end of frame, 3 bits interframe space. */
const CLASSIC_TAIL = 13;
/** The same without the CRC delimiter, which an FD frame sends at the data rate. */
const FD_TAIL = 12;
/** Stuff count with parity, CRC and fixed stuff bits, by the length of the CRC (17 up to 16 bytes, else 21). */
const FD_CRC17_FIELD = 4 + 17 + 6;
const FD_CRC21_FIELD = 4 + 21 + 7;
/** An error frame: 6 to 12 bits of flags, delimiter and interframe space; its real length is not in any log. */
const ERROR_FRAME_BITS = 20;

/** The bits from start of frame on, with the stuff bit after five equal ones (ISO 11898-1, 10.5). */
class StuffedBits {
  count = 0;
  crc = 0;
  private last = -1;
  private run = 0;

  push(value: number, width: number): void {
    for (let i = width - 1; i >= 0; i--) this.bit((value >>> i) & 1);
  }

  /** A stuff bit is sent before the bit that follows five equal ones, so it belongs to the phase of that bit. */
  private bit(bit: number): void {
    if (this.run === 5) this.stuff();
    const isFeedback = ((this.crc >>> 14) ^ bit) & 1;
    this.crc = ((this.crc << 1) & 0x7fff) ^ (isFeedback ? CRC15_POLYNOMIAL : 0);
    this.count++;
    this.run = bit === this.last ? this.run + 1 : 1;
    this.last = bit;
  }

  private stuff(): void {
    this.count++;
    this.last ^= 1;
    this.run = 1;
  }

  /** Five equal bits at the very end of the stuffed part of a classic frame get their stuff bit too. */
  finish(): void {
    if (this.run === 5) this.stuff();
  }
}

export function frameBits(frame: WireFrame): FrameBits {
  if (frame.flags & FLAG_ERROR) return { nominal: ERROR_FRAME_BITS, data: 0 };
  return frame.flags & FLAG_FD ? fdBits(frame) : { nominal: classicBits(frame), data: 0 };
}

function classicBits({ id, flags, size, data }: WireFrame): number {
  const bits = new StuffedBits();
  const rtr = flags & FLAG_REMOTE ? 1 : 0;
  bits.push(0, 1);
  if (flags & FLAG_EXTENDED) {
    bits.push(id >>> 18, 11);
    // SRR and IDE, both recessive.
    bits.push(3, 2);
    bits.push(id & 0x3ffff, 18);
    // RTR, r1, r0.
    bits.push(rtr << 2, 3);
  } else {
    bits.push(id, 11);
    // RTR, IDE, r0.
    bits.push(rtr << 2, 3);
  }
  bits.push(Math.min(size, 8), 4);
  if (!rtr) for (let i = 0; i < Math.min(size, 8); i++) bits.push(data[i] as number, 8);
  bits.push(bits.crc, 15);
  bits.finish();
  return bits.count + CLASSIC_TAIL;
}

function fdBits({ id, flags, size, data }: WireFrame): FrameBits {
  const bits = new StuffedBits();
  const brs = flags & FLAG_BRS ? 1 : 0;
  bits.push(0, 1);
  if (flags & FLAG_EXTENDED) {
    bits.push(id >>> 18, 11);
    bits.push(3, 2);
    bits.push(id & 0x3ffff, 18);
    // RRS, FDF, res, BRS.
    bits.push(0b0100 | brs, 4);
  } else {
    bits.push(id, 11);
    // RRS, IDE, FDF, res, BRS.
    bits.push(0b00100 | brs, 5);
  }
  const arbitration = bits.count;
  bits.push(flags & FLAG_ESI ? 1 : 0, 1);
  bits.push(dlcOfSize(size), 4);
  for (let i = 0; i < size; i++) bits.push(data[i] as number, 8);
  // After the data the fixed stuff bit takes the place of a dynamic one: no `finish`.
  const crcField = size <= 16 ? FD_CRC17_FIELD : FD_CRC21_FIELD;
  const rest = bits.count - arbitration + crcField + 1;
  if (brs) return { nominal: arbitration + FD_TAIL, data: rest };
  return { nominal: arbitration + rest + FD_TAIL, data: 0 };
}
