import type { SpanUs } from "../samples/samples.ts";
import { shifted, zoomed } from "./time-zoom.ts";

interface StageState {
  readonly span: SpanUs;
  readonly hoverUs: number | null;
  /** A cursor is set: arrows step it from sample to sample. */
  readonly hasCursor: boolean;
  readonly panels: number;
}

type StageAction =
  | { kind: "cursor"; which: "a" | "b"; atUs: number }
  | { kind: "step"; by: 1 | -1 }
  | { kind: "span"; span: SpanUs }
  | { kind: "panel"; index: number }
  | { kind: "newPanel" }
  | { kind: "back" }
  | { kind: "clear" };

/** The action of a key: A and B set a cursor, arrows step or pan, plus and minus zoom, digits choose a panel. */
export function stageAction(key: string, state: StageState): StageAction | undefined {
  const { span, hoverUs, hasCursor, panels } = state;
  const middle = hoverUs ?? (span.fromUs + span.toUs) / 2;
  if (/^[1-9]$/.test(key)) return Number(key) <= panels ? { kind: "panel", index: Number(key) - 1 } : undefined;
  switch (key) {
    case "a":
    case "A":
      return { kind: "cursor", which: "a", atUs: middle };
    case "b":
    case "B":
      return { kind: "cursor", which: "b", atUs: middle };
    case "ArrowLeft":
    case "ArrowRight": {
      const by = key === "ArrowLeft" ? -1 : 1;
      if (hasCursor) return { kind: "step", by };
      return { kind: "span", span: shifted(span, (by * (span.toUs - span.fromUs)) / 10) };
    }
    case "+":
    case "=":
      return { kind: "span", span: zoomed(span, middle, 0.5) };
    case "-":
      return { kind: "span", span: zoomed(span, middle, 2) };
    case "n":
    case "N":
      return { kind: "newPanel" };
    case "Backspace":
      return { kind: "back" };
    case "Escape":
      return { kind: "clear" };
    default:
      return undefined;
  }
}
