/**
 * CB1, the batch a terminal sends. Little-endian.
 *
 *     header  43 42 | u8 version | u8 flags (bit 0: body deflated) | u32 epoch | u64 sequence | u16 n | i64 t0 µs
 *     frame   zigzag varint µs since the frame before (the first: since t0)
 *             u8 head: bits 0-3 DLC, 4-5 channel, 6 extended identifier, 7 a flags byte follows
 *             [version 2: u8 channel; bits 4-5 of the head are 0]
 *             [u8 flags: bit 1 FD, 2 BRS, 3 ESI, 4 remote, 5 error, 6 transmitted]
 *             u16 or u32 identifier | payload, none for remote frames
 *
 * A batch with a channel above 3 is version 2, every other one version 1.
 */
export const CB1_MAGIC = 0x4243;
export const CB1_HEADER_BYTES = 26;
export const CB1_T0_OFFSET = 18;
export const CB1_DEFLATED = 0x01;
export const CB1_MAX_FRAMES = 0xffff;
/** Bound of times around 1970 in microseconds: the difference of two of them fits into a varint. */
export const MAX_TIME_US = 2 ** 51;
/** Varint 8, head, channel, flags, identifier 4, payload 64. */
export const CB1_MAX_FRAME_BYTES = 79;

export const HEAD_DLC = 0x0f;
export const HEAD_CHANNEL = 0x30;
export const HEAD_CHANNEL_SHIFT = 4;
export const HEAD_EXTENDED = 0x40;
export const HEAD_FLAGS = 0x80;
/** Channels 0-3 fit into the head. */
export const HEAD_MAX_CHANNEL = 3;
/** The flags byte: all but the extended bit, which the head carries. */
export const CB1_FLAGS = 0x7e;

export interface Cb1Header {
  version: 1 | 2;
  isDeflated: boolean;
  /** Chosen at random at each start of the device's log. */
  epoch: number;
  /** Counts batches within an epoch. */
  sequence: number;
  frames: number;
  t0Us: number;
}
