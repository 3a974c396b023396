import type { zh } from "./live-texts.zh.ts";

export const en = {
  "frames.live.tableAll": "Live frames",
  "frames.live.tableIds": "Live frames by ID",
  "frames.live.tools": "Tools of the live frames",
  "frames.live.view": "View",
  "frames.live.all": "All",
  "frames.live.byId": "By ID",
  "frames.live.collected": "paused, {count} more have come",
  "frames.live.rate": "frames/s",
  "frames.live.load": "load",
  "frames.live.pause": "Pause",
  "frames.live.resume": "Resume",
  "frames.live.ended": "The live subscription ended ({code})",
  "frames.live.reconnecting":
    "The live connection is broken and being restored; the frames missed meanwhile will be filled in",
  "frames.live.waiting": "Waiting for the first frame",
  "frames.live.waitingOffline": "The device is offline; its frames appear here as soon as it is back",
  "frames.live.passed": "{count} scrolled by",
  "frames.live.passedHint": "More frames come than the screen can show; all of them are kept: scroll up to see them",
  "frames.live.missed": "{count} left out",
  "frames.live.missedHint": "This browser reads too slowly, so the server left these out; the history has all of them",
} satisfies Record<keyof typeof zh, string>;
