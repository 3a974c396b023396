import { useEffect, useState } from "react";
import type { Store } from "../../platform/kept.ts";

/** A value of the scene as React state, updated at most every `everyMs`. */
export function useThrottled<T>(store: Store<T>, everyMs: number): T {
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
