import type { OpenFrameStore } from "./frames/store/open-frame-store.ts";

/** Parts of the frame store by the names under which the domains take them. */
export type StoreParts = Pick<
  OpenFrameStore,
  "frames" | "kept" | "points" | "imports" | "quarantine" | "pins" | "ruleStates"
>;

export const partsOf = (store: OpenFrameStore): StoreParts => {
  const { frames, kept, points, imports, quarantine, pins, ruleStates } = store;
  return { frames, kept, points, imports, quarantine, pins, ruleStates };
};
