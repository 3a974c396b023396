import fc from "fast-check";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "../frame/frame.ts";

const FD_SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];

export interface FrameChoice {
  readonly maxChannel?: number;
  readonly allowFd?: boolean;
}

/** Any frame that could have been on a bus. */
export function frames({ maxChannel = 3, allowFd = true }: FrameChoice = {}): fc.Arbitrary<Frame> {
  return fc
    .record({
      isExtended: fc.boolean(),
      isFd: allowFd ? fc.boolean() : fc.constant(false),
      special: fc.constantFrom(0, 0, 0, FLAG_REMOTE, FLAG_ERROR),
      others: fc.constantFrom(0, FLAG_TX),
      rates: fc.constantFrom(0, FLAG_BRS, FLAG_ESI, FLAG_BRS | FLAG_ESI),
      timeUs: fc.integer({ min: 0, max: 4e15 / 2 }),
      channel: fc.nat(maxChannel),
      id: fc.nat(0x1fffffff),
      sizeIndex: fc.nat(15),
      bytes: fc.uint8Array({ minLength: 64, maxLength: 64 }),
    })
    .map(({ isExtended, isFd, special, others, rates, timeUs, channel, id, sizeIndex, bytes }) => {
      const kind = isFd ? FLAG_FD | rates : special;
      const size = FD_SIZES[isFd ? sizeIndex : Math.min(sizeIndex, 8)] ?? 0;
      return {
        timeUs,
        channel,
        id: isExtended ? id : id & 0x7ff,
        flags: (isExtended ? FLAG_EXTENDED : 0) | kind | others,
        size,
        data: bytes.slice(0, kind & FLAG_REMOTE ? 0 : size),
      };
    });
}
