import { useEffect, useEffectEvent, useId } from "react";
import { tinykeys } from "tinykeys";
import { createStore } from "../../platform/kept.ts";
import type { KeyboardHint, KeyboardHintGroup } from "../float/KeyboardHints.tsx";
import { isForPage } from "./is-for-page.ts";

/** A key of the page that is shown: what `?` says of it and, where the page does not listen itself, what it does. */
export interface PageKey extends KeyboardHint {
  /** As tinykeys writes it: `a`, `Shift+ArrowLeft`, `g h`. */
  readonly binding?: string;
  onPress?(): void;
}

const NONE = "[]";

interface Registered extends KeyboardHintGroup {
  readonly owner: string;
}

/** The keys of what is on the page at this moment, in the order in which it came. */
export const pageKeysStore = createStore<readonly Registered[]>([]);

/** As long as the part is shown `?` lists these keys, and those with a binding act: never while somebody types. */
export function usePageKeys(title: string, keys: readonly PageKey[]): void {
  const owner = useId();
  const hints = JSON.stringify(keys.map(({ keys: pressed, text }) => ({ keys: pressed, text })));
  const bindings = JSON.stringify(keys.flatMap(({ binding }) => binding ?? []));
  const press = useEffectEvent((binding: string) => keys.find((key) => key.binding === binding)?.onPress?.());

  useEffect(() => {
    if (hints === NONE) return;
    const group: Registered = { owner, title, hints: JSON.parse(hints) };
    pageKeysStore.set([...pageKeysStore.get().filter((one) => one.owner !== owner), group]);
    return () => pageKeysStore.set(pageKeysStore.get().filter((one) => one.owner !== owner));
  }, [owner, title, hints]);

  useEffect(() => {
    const names: readonly string[] = JSON.parse(bindings);
    const act = (binding: string) => (event: KeyboardEvent) => {
      event.preventDefault();
      press(binding);
    };
    // Unless told, tinykeys ignores the keys of checkboxes too.
    const ignore = (event: KeyboardEvent) => event.repeat || !isForPage(event);
    return tinykeys(window, Object.fromEntries(names.map((binding) => [binding, act(binding)])), { ignore });
  }, [bindings]);
}
