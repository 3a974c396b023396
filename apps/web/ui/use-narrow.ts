import { useCallback, useSyncExternalStore } from "react";

/** Below this a row becomes a card and the menu hides. */
const NARROW_PX = 768;

export function useNarrow(): boolean {
  return useNarrowerThan(NARROW_PX);
}

/** By the width of the window; a part that can be measured uses its own. */
export function useNarrowerThan(px: number): boolean {
  const words = `(max-width: ${px - 1}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(words);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [words],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(words).matches);
}
