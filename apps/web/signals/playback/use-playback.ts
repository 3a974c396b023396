import { listFrames } from "@canopy/contract/frames/history";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { LiveFrames } from "../../frames/live/live-model.ts";
import { api } from "../../platform/api.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { PlaybackClock } from "../../ui/time/playback-clock.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { type LoadPage, PlaybackFeed } from "./playback-feed.ts";
import { readValues, type ValueReading } from "./playback-values.ts";

/** Frames kept for scrolling back; older ones are in the history. */
const TABLE_FRAMES = 20_000;

interface PlaybackParts extends ValueReading {
  readonly thingsId: string;
  readonly range: TimeSpan;
  /** The position to begin at; null: the beginning of the range. */
  readonly startMs: number | null;
  /** Called once per animation frame, outside React. */
  onPosition(positionUs: number): void;
}

export interface PlaybackStatus {
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
  readonly failure: unknown;
  /** Number of gaps in the table. */
  readonly gaps: number;
  /** The range contains no stored frames. */
  readonly isEmpty: boolean;
}

const AT_REST: PlaybackStatus = { isPlaying: false, isLoading: true, failure: undefined, gaps: 0, isEmpty: false };

/** Clock, frames and table of one range; frames never become React state. */
export function usePlayback(parts: PlaybackParts) {
  const { thingsId, range } = parts;
  const [status, setStatus] = useState(AT_REST);
  /** Each seek starts a new table. */
  const [table, setTable] = useState(() => new LiveFrames(TABLE_FRAMES));
  const [speed, setSpeed] = useState(1);
  const clock = useMemo(() => new PlaybackClock(range), [range]);
  const feed = useMemo(() => new PlaybackFeed(loaderOf(thingsId, range)), [thingsId, range]);

  const seek = (atUs: number) => {
    clock.seek(atUs, performance.now());
    feed.seek(clock.at(performance.now()));
    setTable(new LiveFrames(TABLE_FRAMES));
    // Of a signal that has no frame just before the new position nothing is known there.
    for (const index of parts.signals.keys()) parts.onValue(index, UNKNOWN);
  };
  const begin = useEffectEvent(() => {
    const { startMs } = parts;
    clock.setSpeed(speed, performance.now());
    seek(startMs === null ? clock.fromUs : startMs * 1000);
  });
  const step = useEffectEvent((nowMs: number, before: PlaybackStatus): PlaybackStatus => {
    // Up to recording speed no frame is skipped, playback waits for slow answers; above it, playback keeps its pace.
    const positionUs = speed <= 1 ? clock.atMost(feed.knownUntilUs, nowMs) : clock.at(nowMs);
    feed.want(positionUs, speed);
    const { frames, gap } = feed.take(positionUs);
    if (gap) table.addGap(gap.fromUs / 1000, gap.toUs / 1000);
    if (frames.length > 0) {
      table.add(frames, nowMs);
      const first = table.shown(nowMs).ring.end - frames.length;
      readValues(frames, (i) => table.transport.of(first + i), parts);
    }
    parts.onPosition(positionUs);
    return {
      isPlaying: clock.isPlaying,
      isLoading: feed.isLoading && frames.length === 0,
      failure: feed.failure,
      gaps: before.gaps + (gap ? 1 : 0),
      isEmpty: before.isEmpty || (feed.isAtEnd && table.received === 0 && positionUs <= clock.fromUs),
    };
  });

  useEffect(() => {
    begin();
    let shown: PlaybackStatus = AT_REST;
    let quietUntilMs = 0;
    let frame = requestAnimationFrame(function loop() {
      const nowMs = performance.now();
      const next = step(nowMs, shown);
      // Loading is shown only when it lasts, so that it does not flicker.
      const isCalm = next.isLoading === shown.isLoading || nowMs > quietUntilMs;
      if (next.isLoading === shown.isLoading) quietUntilMs = nowMs + 300;
      const seen = isCalm ? next : { ...next, isLoading: shown.isLoading };
      if (!isSame(seen, shown)) setStatus(seen);
      shown = seen;
      frame = requestAnimationFrame(loop);
    });
    return () => {
      cancelAnimationFrame(frame);
      feed.close();
    };
  }, [feed]);

  return {
    status,
    table,
    speed,
    clock,
    seek,
    setSpeed: (next: number) => {
      clock.setSpeed(next, performance.now());
      setSpeed(next);
    },
    toggle: () => {
      const nowMs = performance.now();
      if (clock.isPlaying) return clock.pause(nowMs);
      const atEnd = clock.at(nowMs) >= clock.toUs;
      clock.play(nowMs);
      if (atEnd) seek(clock.fromUs);
    },
    retry: () => feed.retry(),
  };
}

function isSame(a: PlaybackStatus, b: PlaybackStatus): boolean {
  return (
    a.isPlaying === b.isPlaying &&
    a.isLoading === b.isLoading &&
    a.failure === b.failure &&
    a.gaps === b.gaps &&
    a.isEmpty === b.isEmpty
  );
}

function loaderOf(thingsId: string, range: TimeSpan): LoadPage {
  const within = { start_time: Math.floor(range.fromMs), end_time: Math.ceil(range.toMs) };
  return ({ order, atUs, cursor, size }, signal) => {
    const place = cursor === undefined ? { at: String(Math.max(0, Math.floor(atUs ?? 0))) } : { cursor };
    const query = { ...within, order, page_size: size, ...place };
    return api(listFrames, { params: { things_id: thingsId }, query }, { signal });
  };
}
