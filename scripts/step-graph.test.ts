import { expect, it } from "vitest";
import { runGraph, type Step } from "./step-graph.ts";

const step = (name: string, ...after: string[]): Step => ({ name, args: [], after });

/** Steps that end when told to. */
function byHand() {
  const started: string[] = [];
  const ends = new Map<string, (ok: boolean) => void>();
  const execute = ({ name }: Step) => {
    started.push(name);
    return new Promise<boolean>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string, ok = true) => {
    ends.get(name)?.(ok);
    await new Promise(setImmediate);
  };
  return { started, execute, end };
}

it("runs at most so many steps at once, each after those it needs, and the next where one must wait", async () => {
  const { started, execute, end } = byHand();
  const over = runGraph([step("a"), step("b", "a"), step("c"), step("d")], 2, execute);
  expect(started).toEqual(["a", "c"]);
  await end("c");
  expect(started).toEqual(["a", "c", "d"]);
  await end("d");
  await end("a");
  expect(started).toEqual(["a", "c", "d", "b"]);
  await end("b");
  expect((await over).map(({ name, ok }) => [name, ok])).toEqual([
    ["c", true],
    ["d", true],
    ["a", true],
    ["b", true],
  ]);
});

it("goes on after a step that failed, and says which", async () => {
  const { execute, end } = byHand();
  const over = runGraph([step("a"), step("b", "a")], 2, execute);
  await end("a", false);
  await end("b");
  expect((await over).map(({ ok }) => ok)).toEqual([false, true]);
});

it("refuses steps that wait for each other or for none that there is", async () => {
  const { execute } = byHand();
  await expect(runGraph([step("a", "b"), step("b", "a")], 2, execute)).rejects.toThrow("wait for each other: a, b");
  await expect(runGraph([step("a", "z")], 2, execute)).rejects.toThrow("which is no step");
});
