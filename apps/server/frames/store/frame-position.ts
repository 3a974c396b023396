/**
 * Where a frame stands among all of its binding: by time, and `k` numbers the frames of one time stamp over all
 * channels. Page cursors, frame keys and live positions are positions.
 */
export interface FramePosition {
  readonly timeUs: number;
  readonly k: number;
}

export const comparePositions = (one: FramePosition, other: FramePosition): number =>
  one.timeUs - other.timeUs || one.k - other.k;

/** Behind every frame of a time stamp. */
export const LAST_K = 0xffff_ffff;
