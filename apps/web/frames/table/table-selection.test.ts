import { expect, it } from "vitest";
import { StoredSource } from "../sources/stored-source.ts";
import { answered, TestReader, testFrame } from "../sources/test-reader.ts";
import { TableSelection } from "./table-selection.ts";

async function opened(count: number) {
  const source = new StoredSource(new TestReader(Array.from({ length: count }, (_, i) => testFrame(i * 10, 1))));
  source.open("start");
  await answered();
  return source;
}

it("rows are chosen one by one and from one to another [DAT-02]", async () => {
  const source = await opened(50);
  const selection = new TableSelection();
  selection.toggle(source, 3);
  selection.extend(source, 6);
  expect(selection.frames().map(({ timeUs }) => timeUs)).toEqual([30, 40, 50, 60]);
  selection.toggle(source, 4);
  expect(selection.size).toBe(3);
});

it("only rows at hand stay chosen [NAV-14]", async () => {
  const source = await opened(5000);
  const selection = new TableSelection();
  const told: number[] = [];
  selection.onChange = (frames) => told.push(frames.length);
  selection.toggle(source, 3);
  source.goTo({ timeUs: 40_000 });
  await answered();
  selection.keepHeld(source);
  expect(told).toEqual([1, 0]);
});
