import { useEffect, useEffectEvent, useRef } from "react";
import { isForPage } from "../keys/is-for-page.ts";
import { beginHistory, editHistory } from "./edit-history.ts";

/** Changes of the same fields that are closer than this are one step. */
const BURST_MS = 600;

/** Ctrl-Z and Ctrl-Shift-Z over the values of a form; inside a text field the browser has its own. */
export function useFormUndo<V extends object>(values: V, replace: (values: V) => void): void {
  const history = useRef(beginHistory(values));
  const changedMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const step = changedFields(history.current.now, values);
    if (step === "") return;
    const nowMs = performance.now();
    const isBurst = nowMs - changedMs.current < BURST_MS;
    const before = isBurst ? history.current : editHistory(history.current, { kind: "settle" });
    history.current = editHistory(before, { kind: "set", value: values, step });
    changedMs.current = nowMs;
  }, [values]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOurs = isForPage(event) || event.target instanceof HTMLSelectElement;
    if (!isOurs || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    history.current = editHistory(history.current, { kind: event.shiftKey ? "redo" : "undo" });
    replace(history.current.now);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** The names of the fields that differ. */
export function changedFields(before: object, after: object): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const isOther = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name));
  return names.filter(isOther).join(" ");
}
