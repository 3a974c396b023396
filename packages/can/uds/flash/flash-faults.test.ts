import { expect, it, vi } from "vitest";
import { isFinal } from "./flash-state.ts";
import { type Fate, hexOf, holds, OLD_VERSION, TestJob, testPlan, VERSION } from "./test-flash.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 60_000 });

const PLAN = testPlan([1500, 700]);
const BLOCK = 66;
const GOOD = new TestJob(PLAN, new Map(), BLOCK).run();

function expectHonest(job: TestJob): void {
  expect(isFinal(job.state.phase)).toBe(true);
  const version = job.ecu.identifiers.get(0xf195);
  const said = version === undefined ? "boot" : hexOf(version) === hexOf(VERSION) ? "new" : "old";
  const { outcome, isSuccess } = job.result ?? {};
  if (isSuccess) expect([holds(PLAN, job.ecu.flash), outcome, said]).toEqual([true, "new", "new"]);
  if (outcome === "old") expect(job.ecu.identifiers.get(0xf195)).toEqual(OLD_VERSION);
  if (outcome === "boot") expect(job.state.isPastErase).toBe(true);
  expect(job.ecu.server.state.communication).toBe(0);
  expect(job.ecu.server.state.dtcSettingOn).toBe(true);
}

/** Once more, as a person would; a job that can be finished is finished. */
function finish(job: TestJob): void {
  for (let tries = 0; tries < 3 && !job.result?.isSuccess; tries++) {
    job.run("retry");
    expectHonest(job);
  }
  expect(job.result?.isSuccess).toBe(true);
  expect(holds(PLAN, job.ecu.flash)).toBe(true);
}

const FAULTS: Fate[] = [
  { kind: "cut", when: "request" },
  { kind: "cut", when: "answer" },
  { kind: "ecuCut", when: "request" },
  { kind: "ecuCut", when: "half" },
  { kind: "ecuCut", when: "answer" },
  { kind: "lost", when: "request" },
  { kind: "lost", when: "answer" },
];

it.each(FAULTS)(
  "a power cut at any of the points leaves old, new or boot, and a retry succeeds: %o [UDS-04]",
  (fault) => {
    for (let at = 0; at < GOOD.draws; at++) {
      const job = new TestJob(PLAN, new Map([[at, fault]]), BLOCK).run();
      expectHonest(job);
      if (!job.result?.isSuccess) finish(job);
    }
    expect(GOOD.draws * FAULTS.length).toBeGreaterThan(300);
  },
);

it("a second cut while it is being repaired changes nothing of that [UDS-04]", () => {
  for (let at = 14; at < GOOD.draws; at += 3) {
    for (let later = at + 1; later < at + 40; later += 7) {
      const fates = new Map<number, Fate>([
        [at, { kind: "ecuCut", when: "half" }],
        [later, { kind: "cut", when: "answer" }],
      ]);
      const job = new TestJob(PLAN, fates, BLOCK).run();
      expectHonest(job);
      if (!job.result?.isSuccess) finish(job);
    }
  }
});

const CODES = [0x10, 0x11, 0x13, 0x21, 0x22, 0x24, 0x31, 0x33, 0x35, 0x36, 0x37, 0x70, 0x71, 0x72, 0x73, 0x7e, 0x92];

it.each(CODES)("refusal %i at every step ends cleanly, and a retry succeeds [UDS-04]", (code) => {
  for (let at = 0; at < GOOD.draws; at++) {
    const job = new TestJob(PLAN, new Map<number, Fate>([[at, { kind: "nrc", code }]]), BLOCK).run();
    expectHonest(job);
    if (!job.result?.isSuccess) finish(job);
  }
});

it("a wrong block counter at any block is repaired or told, never taken for the block [UDS-04]", () => {
  for (let at = 14; at < GOOD.draws; at++) {
    const job = new TestJob(PLAN, new Map<number, Fate>([[at, { kind: "garbage", tail: 200 }]]), BLOCK).run();
    expectHonest(job);
    if (!job.result?.isSuccess) finish(job);
  }
});

it("the block counter wraps from FF to 00 [UDS-04]", () => {
  const plan = testPlan([3000]);
  const job = new TestJob(plan, new Map(), 12).run();
  const counters = job.requests.filter((one) => one.startsWith("36")).map((one) => one.slice(2, 4));
  expect(counters.slice(253, 258)).toEqual(["fe", "ff", "00", "01", "02"]);
  expect(job.result?.outcome).toBe("new");
  expect(holds(plan, job.ecu.flash)).toBe(true);
});

it("an image that the ECU finds wrong is no success, whatever version it tells [UDS-04]", () => {
  const lie = { ...PLAN, memoryCheck: { routine: 0x0202, data: Uint8Array.of(0, 0, 0, 0) } };
  const job = new TestJob(lie, new Map(), BLOCK).run();
  expect(job.result).toMatchObject({ isSuccess: false, outcome: "boot" });
  expect(job.state.failure).toMatchObject({ phase: "checkMemory", cause: "routineFailed" });
});

it("another version read back is no success [UDS-04]", () => {
  const plan = { ...PLAN, readBack: { identifier: 0xf195, data: Uint8Array.of(9, 9) } };
  const job = new TestJob(plan, new Map(), BLOCK).run();
  expect(job.result).toMatchObject({ isSuccess: false });
  expect(job.state.failure?.cause).toBe("versionMismatch");
});
