import { useEffect, useState } from "react";
import type { Store } from "../../platform/kept.ts";

/** A value of a scene for React: at most so many times a second, however often it changes. */
export function useSlowly<T>(store: Store<T>, everyMs: number): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setValue(store.get());
    const stop = store.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setValue(store.get());
      }, everyMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, everyMs]);
  return value;
}
