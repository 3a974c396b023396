import { FLAG_BRS, FLAG_ESI, FLAG_FD, FLAG_REMOTE } from "../frame/frame.ts";

const MAX_CLASSIC_BYTES = 8;

/** Whether a frame is written as CAN FD: some formats (python-can's CSV) tell it by the length alone. */
export function isFdFrame(flags: number, size: number): boolean {
  return (flags & FLAG_REMOTE) === 0 && ((flags & FLAG_FD) !== 0 || size > MAX_CLASSIC_BYTES);
}

/** No bus has such a frame, files have: a remote frame of FD or of more than 8 bytes, a classic one with flags of FD. */
export function isMixture(flags: number, size: number): boolean {
  if (flags & FLAG_REMOTE) return size > MAX_CLASSIC_BYTES || (flags & (FLAG_FD | FLAG_BRS | FLAG_ESI)) !== 0;
  return (flags & (FLAG_BRS | FLAG_ESI)) !== 0 && !isFdFrame(flags, size);
}
