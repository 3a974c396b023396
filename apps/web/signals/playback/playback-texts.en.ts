import type { zh } from "./playback-texts.zh.ts";

export const en = {
  "signals.play.play": "Play",
  "signals.play.pause": "Pause",
  "signals.play.back": "Back",
  "signals.play.forward": "Forward",
  "signals.play.speed": "Speed",
  "signals.play.times": "{speed}×",
  "signals.play.position": "Position",
  "signals.play.loading": "Loading",
  "signals.play.signals": "Curves ({count})",
  "signals.play.curves": "Signal curves",
  "signals.play.frames": "Frames",
  "signals.play.frameCount": "{count} frames played",
  "signals.play.left": "Too fast for all: frames left out in {count} places",
  "signals.play.start": "Choose up to 6 signals to play in step with the frames",
  "signals.play.empty": "No frames in this range",
  "signals.play.emptyText": "Choose a range with data in the time bar above.",
  "signals.play.failed": "The frames cannot be read",
  "signals.play.keys": "Space: play or pause · ←/→: 1 s · Shift+←/→: 10 s",
  "signals.play.map": "Map",
} as const satisfies Record<keyof typeof zh, string>;
