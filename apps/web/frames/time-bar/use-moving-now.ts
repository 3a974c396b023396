import { useNow } from "../../platform/clock.ts";

const MOVE_ON_MS = 15_000;

/** Now, in steps: each step asks the store again. */
export const useMovingNow = (): number => useNow(MOVE_ON_MS);
