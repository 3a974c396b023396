import type { FrameStores } from "./frames/servers/routed-store.ts";

/** Parts of the frame store by the names under which the domains take them. */
export type StoreParts = Pick<
  FrameStores,
  "frames" | "kept" | "points" | "imports" | "quarantine" | "pins" | "ruleStates" | "losses"
>;

export const partsOf = (store: FrameStores): StoreParts => {
  const { frames, kept, points, imports, quarantine, pins, ruleStates, losses } = store;
  return { frames, kept, points, imports, quarantine, pins, ruleStates, losses };
};
