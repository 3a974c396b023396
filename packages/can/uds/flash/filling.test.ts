import { describe, expect, it } from "vitest";
import { equalsFilled, withoutFilling } from "./filling.ts";
import { TestJob, testPlan, VERSION } from "./test-flash.ts";

const PLAN = testPlan([50]);

/** A flash of an ECU that tells its version with these bytes behind it. */
function flashed(filling: readonly number[]) {
  const job = new TestJob(PLAN, new Map());
  const { server } = job.ecu;
  const receive = server.receive.bind(server);
  server.receive = (request, nowUs) =>
    receive(request, nowUs).map((answer) =>
      answer[0] === 0x62 && answer[2] === 0x95 ? Uint8Array.of(...answer, ...filling) : answer,
    );
  return job.run().result;
}

describe("a version that is filled up [UDS-04]", () => {
  it.each([
    ["zeros", [0, 0, 0]],
    ["blanks", [0x20, 0x20]],
    ["erased memory", [0xff, 0xff, 0xff, 0xff]],
    ["nothing", []],
  ])("is the new one: %s", (_, filling) => {
    expect(flashed(filling)).toMatchObject({ isSuccess: true, outcome: "new" });
  });

  it("is another one where more than filling stands behind it", () => {
    expect(flashed([0, 1])).toMatchObject({ isSuccess: false, outcome: "boot" });
  });
});

it("only what stands behind the number is filling [UDS-04]", () => {
  expect(withoutFilling(Uint8Array.of(0x20, 0x41, 0, 0x42, 0xff, 0, 0x20))).toEqual(Uint8Array.of(0x20, 0x41, 0, 0x42));
  expect(withoutFilling(Uint8Array.of(0, 0xff))).toHaveLength(0);
  expect(equalsFilled(VERSION.subarray(0, 1), VERSION)).toBe(false);
});
