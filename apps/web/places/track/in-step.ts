import type { TimeSpan } from "../../ui/time/timeline.ts";
import type { TrackSeries } from "./track-colour.ts";
import type { TrackCursor } from "./track-cursor.ts";

/** A signal that can colour the line; without a series until its samples are there. */
export interface ColourSignal {
  readonly key: string;
  readonly name: string;
  readonly series: TrackSeries | undefined;
}

export interface InStep {
  readonly range: TimeSpan;
  readonly cursor: TrackCursor;
  onSeek(atMs: number): void;
}
