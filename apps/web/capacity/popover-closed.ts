import { z } from "zod";
import { createKept } from "../platform/kept.ts";
import type { WarningLevel } from "./warning-level.ts";

/** CAP-03: levels that were dismissed, under the spec's own words. */
const LEVEL_WORD = { warning: "closely", full: "fully" } as const;
type Word = (typeof LEVEL_WORD)[keyof typeof LEVEL_WORD];

const words = z.array(z.enum(["closely", "fully"]));

function readWords(text: string | null): readonly Word[] {
  try {
    return words.parse(JSON.parse(text ?? "[]"));
  } catch {
    return [];
  }
}

export const popoverClosed = createKept<readonly Word[]>({
  key: "popoverClosed",
  read: readWords,
  write: (value) => JSON.stringify(value),
});

export function isDismissed(closed: readonly Word[], level: WarningLevel): boolean {
  return level === "normal" || closed.includes(LEVEL_WORD[level]);
}

export function dismiss(level: WarningLevel): void {
  const closed = popoverClosed.get();
  if (!isDismissed(closed, level) && level !== "normal") popoverClosed.set([...closed, LEVEL_WORD[level]]);
}

/** Back to normal: the next warning is told again. */
export function resetDismissed(): void {
  if (popoverClosed.get().length > 0) popoverClosed.set([]);
}
