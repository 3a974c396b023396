import { expect, it } from "vitest";
import { spreadDevices } from "./spread-devices.ts";

const server = (number: number, bytes: number, newest: number | null = null) => ({
  id: `s${number}`,
  number,
  bytes,
  newest,
});

it("equal frame servers take the devices of an import in turn, the one that waits longest first [OPS-02]", () => {
  expect(spreadDevices([server(1, 0), server(2, 0), server(3, 0)], 4, 0)).toEqual(["s1", "s2", "s3", "s1"]);
  expect(spreadDevices([server(1, 5, 9), server(2, 5, 8), server(3, 5)], 3, 0)).toEqual(["s3", "s2", "s1"]);
});

it("an emptier frame server is filled up to the others, each device counted as one is on the average [OPS-02]", () => {
  const placed = spreadDevices([server(1, 1000, 1), server(2, 400, 2)], 10, 100);
  expect(placed.slice(0, 6)).toEqual(Array(6).fill("s2"));
  expect(placed.slice(6).toSorted()).toEqual(["s1", "s1", "s2", "s2"]);
});

it("without listed frame servers they live on the first [OPS-02]", () => {
  expect(spreadDevices([], 2, 1)).toEqual([null, null]);
});
