import { useSyncExternalStore } from "react";

/** What stands above and below the panels on a device's page. */
const AROUND_PX = 325;
const LEAST_PX = 440;

/** The panels fill the window, so that nothing scrolls under the pointer. */
export function useStageHeight(): number {
  return useSyncExternalStore(subscribe, () => Math.max(LEAST_PX, window.innerHeight - AROUND_PX));
}

function subscribe(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
