import type { OpenFrameStore } from "./frames/store/open-frame-store.ts";

/** Parts of the frame store by the names under which the domains take them. */
export type StoreParts = Pick<OpenFrameStore, "frames" | "kept" | "points" | "imports" | "quarantine" | "pins">;

export const partsOf = ({ frames, kept, points, imports, quarantine, pins }: OpenFrameStore): StoreParts => ({
  frames,
  kept,
  points,
  imports,
  quarantine,
  pins,
});
