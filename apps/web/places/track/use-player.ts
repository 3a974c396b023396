import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { PlaybackClock } from "../../ui/time/playback-clock.ts";
import type { Timeline, TimeSpan } from "../../ui/time/timeline.ts";
import type { TrackCursor } from "./track-cursor.ts";

/** The address, and with it the time bar, follows playing at this pace. */
const WRITE_MS = 1000;

export interface Player {
  readonly isPlaying: boolean;
  readonly speed: number;
  setSpeed(speed: number): void;
  toggle(): void;
  seekTo(atMs: number): void;
  seekBy(ms: number): void;
}

/** Moves the cursor through a range; a cursor that is set elsewhere on the page is taken over. */
export function usePlayer(range: TimeSpan, cursor: TrackCursor, timeline: Timeline): Player {
  const clock = useMemo(() => new PlaybackClock(range), [range]);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const written = useRef<number | null>(null);
  const write = useEffectEvent((atMs: number) => {
    written.current = Math.round(atMs);
    timeline.setRange(range, written.current);
  });
  const show = () => cursor.moveTo(clock.at(performance.now()) / 1000);
  const given = timeline.cursorMs;
  const take = useEffectEvent(() => {
    clock.setSpeed(speed, performance.now());
    if (given === null || given < range.fromMs || given > range.toMs) return cursor.moveTo(null);
    clock.seek(given * 1000, performance.now());
    show();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range has a new clock
  useEffect(() => {
    if (given !== written.current) take();
  }, [given, clock]);
  const step = useEffectEvent((lastWriteMs: number): number => {
    show();
    if (!clock.isPlaying) setPlaying(false);
    const nowMs = performance.now();
    if (clock.isPlaying && nowMs - lastWriteMs < WRITE_MS) return lastWriteMs;
    write(clock.at(nowMs) / 1000);
    return nowMs;
  });
  useEffect(() => {
    if (!isPlaying) return;
    let lastWriteMs = performance.now();
    let frame = requestAnimationFrame(function loop() {
      lastWriteMs = step(lastWriteMs);
      frame = requestAnimationFrame(loop);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const seekTo = (atMs: number) => {
    clock.seek(atMs * 1000, performance.now());
    show();
    written.current = Math.round(clock.at(performance.now()) / 1000);
    timeline.setRange(range, written.current);
  };
  return {
    isPlaying,
    speed,
    setSpeed: (next) => {
      clock.setSpeed(next, performance.now());
      setSpeed(next);
    },
    toggle: () => {
      const nowMs = performance.now();
      if (clock.isPlaying) {
        clock.pause(nowMs);
        setPlaying(false);
        seekTo(clock.at(nowMs) / 1000);
        return;
      }
      if (cursor.atMs === null || clock.at(nowMs) >= clock.toUs) clock.seek(clock.fromUs, nowMs);
      clock.play(nowMs);
      setPlaying(true);
    },
    seekTo,
    seekBy: (ms) => seekTo(clock.at(performance.now()) / 1000 + ms),
  };
}
