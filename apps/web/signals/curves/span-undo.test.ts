import { expect, it } from "vitest";
import { SpanUndo } from "./span-undo.ts";

const span = (fromUs: number) => ({ fromUs, toUs: fromUs + 10 });

it("six notches of a wheel are one step back, a drag after them another [DBC-06]", () => {
  const undo = new SpanUndo();
  for (let notch = 0; notch < 6; notch++) undo.record(span(notch), "wheel", 1000 + notch * 300);
  undo.record(span(6), "drag", 2600);
  undo.record(span(7), "drag", 2700);
  expect([undo.back(), undo.back(), undo.back(), undo.back()]).toEqual([span(7), span(6), span(0), undefined]);
});

it("a wheel that rested, or was turned after going back, begins a step of its own", () => {
  const undo = new SpanUndo();
  undo.record(span(0), "wheel", 0);
  undo.record(span(1), "wheel", 2000);
  expect(undo.back()).toEqual(span(1));
  undo.record(span(1), "wheel", 2100);
  expect([undo.back(), undo.back()]).toEqual([span(1), span(0)]);
});

it("keys and wheel are not one gesture", () => {
  const undo = new SpanUndo();
  undo.record(span(0), "wheel", 0);
  undo.record(span(1), "keys", 100);
  undo.record(span(2), "keys", 200);
  expect([undo.back(), undo.back()]).toEqual([span(1), span(0)]);
});
