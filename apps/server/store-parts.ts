import type { OpenFrameStore } from "./frames/store/open-frame-store.ts";

/** What of the frame store the domains are given, by the names under which they take it. */
export type StoreParts = Pick<OpenFrameStore, "frames" | "kept" | "points" | "imports" | "quarantine">;

export const partsOf = ({ frames, kept, points, imports, quarantine }: OpenFrameStore): StoreParts => ({
  frames,
  kept,
  points,
  imports,
  quarantine,
});
