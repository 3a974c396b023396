import type { KeyboardEvent } from "react";

type Keys = { back: string; on: string };
const ACROSS: Keys = { back: "ArrowLeft", on: "ArrowRight" };
const DOWN: Keys = { back: "ArrowUp", on: "ArrowDown" };

/** Which of a row of things the key leads to; undefined when the key is not for moving. */
export function movedTo(key: string, at: number, count: number, direction: "across" | "down"): number | undefined {
  const { back, on } = direction === "across" ? ACROSS : DOWN;
  if (count === 0) return undefined;
  if (key === on) return (at + 1) % count;
  if (key === back) return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** Moves the focus among the elements of this role inside the one that listens. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, role: string, direction: "across" | "down"): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]`)];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
  const to = movedTo(event.key, at, items.length, direction);
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}
