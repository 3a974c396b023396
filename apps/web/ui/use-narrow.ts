import { useSyncExternalStore } from "react";

/** Below this a row becomes a card and the menu hides. */
const NARROW = "(max-width: 767px)";

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
