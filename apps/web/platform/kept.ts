import { useSyncExternalStore } from "react";

/** One shared value with subscribers. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

interface KeptText<T> {
  key: string;
  /** Whatever stands there, also nothing or nonsense, means something. */
  read(text: string | null): T;
  write(value: T): string;
}

interface Kept<T> extends Store<T> {
  /** Only as long as the page lives. */
  show(value: T): void;
}

/** A store that outlives the page, in this browser. A blocked storage is no reason to fail: then it lives as long as the page. */
export function createKept<T>({ key, read, write }: KeptText<T>): Kept<T> {
  const store = createStore(read(readStorage(key)));
  return {
    ...store,
    show: store.set,
    set(value) {
      writeStorage(key, write(value));
      store.set(value);
    },
  };
}

export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or forbidden.
  }
}
