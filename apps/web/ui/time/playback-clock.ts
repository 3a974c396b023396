import type { TimeSpan } from "./timeline.ts";

/** DBC-07 */
export const PLAYBACK_SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;

/** The position of playback in microseconds; wall-clock time is an argument. */
export class PlaybackClock {
  readonly fromUs: number;
  readonly toUs: number;
  private speed = 1;
  private startUs: number;
  /** Undefined: paused. */
  private startMs: number | undefined;

  constructor({ fromMs, toMs }: TimeSpan) {
    this.fromUs = Math.floor(fromMs * 1000);
    this.toUs = Math.max(this.fromUs + 1, Math.ceil(toMs * 1000));
    this.startUs = this.fromUs;
  }

  get isPlaying(): boolean {
    return this.startMs !== undefined;
  }

  /** Clamped to the range; stops at its end. */
  at(nowMs: number): number {
    if (this.startMs === undefined) return this.startUs;
    const position = this.startUs + (nowMs - this.startMs) * 1000 * this.speed;
    if (position < this.toUs) return position;
    this.startUs = this.toUs;
    this.startMs = undefined;
    return this.toUs;
  }

  /** As `at`, but waits at the limit while no frames are loaded behind it. */
  atMost(limitUs: number, nowMs: number): number {
    const position = this.at(nowMs);
    if (!this.isPlaying || position <= limitUs) return position;
    this.seek(limitUs, nowMs);
    return this.startUs;
  }

  /** At the end it restarts from the beginning. */
  play(nowMs: number): void {
    if (this.at(nowMs) >= this.toUs) this.startUs = this.fromUs;
    if (!this.isPlaying) this.startMs = nowMs;
  }

  pause(nowMs: number): void {
    this.startUs = this.at(nowMs);
    this.startMs = undefined;
  }

  seek(toUs: number, nowMs: number): void {
    const wasPlaying = this.isPlaying;
    this.startUs = Math.min(Math.max(toUs, this.fromUs), this.toUs);
    this.startMs = wasPlaying ? nowMs : undefined;
  }

  setSpeed(speed: number, nowMs: number): void {
    const wasPlaying = this.isPlaying;
    this.startUs = this.at(nowMs);
    this.startMs = wasPlaying && this.startUs < this.toUs ? nowMs : undefined;
    this.speed = speed;
  }
}
