import type { TimeWindow } from "../store/time-window.ts";

/** A segment's file is missing or holds other bytes than were written: the frames of its window cannot be read. */
export class SegmentDamage extends Error implements TimeWindow {
  override readonly name = "SegmentDamage";
  readonly reason: string;
  readonly file: string;
  readonly fromUs: number;
  readonly toUs: number;

  constructor(reason: string, { file, fromUs, toUs }: TimeWindow & { readonly file: string }, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.reason = reason;
    this.file = file;
    this.fromUs = fromUs;
    this.toUs = toUs;
  }
}
