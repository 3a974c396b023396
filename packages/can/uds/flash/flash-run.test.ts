import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { UdsOutcome } from "../client.ts";
import type { FlashEvent } from "./flash-events.ts";
import { flashStep } from "./flash-machine.ts";
import { initialFlashState, isFinal } from "./flash-state.ts";
import { FLASH_INTERLOCKS } from "./interlocks.ts";
import { type Fate, holds as holdsImage, image, type Run, hexOf as sent, TestJob, testPlan } from "./test-flash.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const PLAN = testPlan([50, 23]);
const runJob = (fates: readonly Fate[]): Run => new TestJob(PLAN, new Map(fates.entries())).run();
const holds = (run: Run) => holdsImage(PLAN, run.ecu.flash);

describe("a good run", () => {
  const run = runJob([]);

  it("writes the image, restores everybody and reads back", () => {
    expect(run.result).toEqual({
      isSuccess: true,
      failure: null,
      outcome: "new",
      isCommunicationRestored: true,
      isDtcSettingRestored: true,
    });
    expect(holds(run)).toBe(true);
  });

  it("asks in the order of the standard sequence", () => {
    const shortened = run.requests.map((request) => request.slice(0, 8)).filter((request) => !request.startsWith("36"));
    expect(shortened).toEqual([
      ...["1003", "31010203", "8502", "280301", "1002", "2701", "27025b58", "2ef18401"],
      ...["3101ff00", "3101ff00", "34004400", "37", "34004400", "37", "31010202", "3101ff01", "1101"],
      ...["1003", "280001", "8501", "1001", "22f195", "14ffffff", "1902ff"],
    ]);
    expect(run.blocks.map((block) => block.data.length)).toEqual([10, 10, 10, 10, 10, 10, 10, 3]);
  });
});

describe("refusals", () => {
  const good: Fate = { kind: "good" };
  const after = (n: number, fate: Fate) => runJob([...Array<Fate>(n).fill(good), fate]);

  it("an ECU that refuses the programming session is not reset", () => {
    const run = after(6, { kind: "nrc", code: 0x88 });
    expect(run.state.failure).toEqual({ phase: "programmingSession", cause: "negative", code: 0x88, denials: [] });
    expect(run.requests.slice(-5)).toEqual(["1003", "280001", "8501", "1001", "22f195"]);
    expect(run.requests).not.toContain("1101");
  });

  it("after a failed erase the ECU is reset, the others restored, and the report says it waits in boot", () => {
    const run = after(11, { kind: "nrc", code: 0x72 });
    expect(run.state.failure).toMatchObject({ phase: "erase", cause: "negative", code: 0x72 });
    expect(run.requests.slice(-6)).toEqual(["1101", "1003", "280001", "8501", "1001", "22f195"]);
    expect(run.result?.outcome).toBe("boot");
  });

  it("interlocks are asked again just before the erase", () => {
    const run = after(10, { kind: "unsafe" });
    expect(run.state.failure).toMatchObject({ phase: "checkingBeforeErase", cause: "denied" });
    expect(run.requests.some((request) => request.startsWith("3101ff00"))).toBe(false);
  });

  it("cancel works before the erase and is refused after it", () => {
    expect(after(5, { kind: "cancel" }).state.failure?.cause).toBe("cancelled");
    expect(after(15, { kind: "cancel" }).result?.isSuccess).toBe(true);
  });
});

describe("blocks", () => {
  const good: Fate = { kind: "good" };
  const firstBlock = 14;
  const at = (...fates: Fate[]) => runJob([...Array<Fate>(firstBlock).fill(good), ...fates]);

  it("a lost answer repeats the block, which the ECU does not write again", () => {
    const run = at({ kind: "lost", when: "answer" });
    expect(run.result?.isSuccess).toBe(true);
    expect(run.blocks.slice(0, 2).map((block) => sent(block.data))).toEqual(
      Array(2).fill(sent(image(50).slice(0, 10))),
    );
    expect(holds(run)).toBe(true);
  });

  it("0x73 after a repeat is no proof that the ECU has the block: it is sent in a new download", () => {
    const run = at(good, { kind: "lost", when: "request" }, { kind: "nrc", code: 0x73 });
    expect(run.result?.isSuccess).toBe(true);
    expect(holds(run)).toBe(true);
  });

  it("0x73 at once opens the download again at the first unacknowledged byte", () => {
    const run = at(good, { kind: "nrc", code: 0x73 });
    expect(run.requests.filter((request) => request.startsWith("34"))[1]).toBe("3400440000800a00000028");
    expect(run.result?.isSuccess).toBe(true);
    expect(holds(run)).toBe(true);
  });

  it("0x73 once more after that is a failure", () => {
    const run = at({ kind: "nrc", code: 0x73 }, good, { kind: "nrc", code: 0x73 });
    expect(run.state.failure).toMatchObject({ phase: "transferData", code: 0x73 });
  });

  it("after a power cut the transfer goes on behind the last acknowledged block", () => {
    for (const when of ["request", "answer"] as const) {
      const run = at(good, good, { kind: "cut", when });
      expect(run.result?.isSuccess).toBe(true);
      expect(run.blocks).toHaveLength(9);
      expect(holds(run)).toBe(true);
    }
  });

  it("after a cut at the transfer exit the last block opens the download again", () => {
    const run = at(good, good, good, good, good, { kind: "cut", when: "answer" });
    expect(run.requests.filter((request) => request.startsWith("34"))[1]).toBe("340044000080280000000a");
    expect(run.result?.isSuccess).toBe(true);
  });

  it("an answer with another block's counter is no acknowledgement", () => {
    const run = at({ kind: "garbage", tail: 9 });
    expect(run.state.failure).toMatchObject({ phase: "transferData", cause: "invalid" });
  });

  it("a resume that the gate denies restores the others and resets nothing", () => {
    const run = at(good, { kind: "cut", when: "request" }, { kind: "unsafe" });
    expect(run.state.failure?.cause).toBe("denied");
    expect(run.requests.slice(-5)).toEqual(["1003", "280001", "8501", "1001", "22f195"]);
    expect(run.requests).not.toContain("1101");
    expect(run.result?.outcome).toBe("boot");
  });
});

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 80, arbitrary: fc.constant<Fate>({ kind: "good" }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0x22, 0x24, 0x31, 0x33, 0x70, 0x72, 0x73).map((code): Fate => ({ kind: "nrc", code })),
  },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: "nrc", code: 0x73 }) },
  { weight: 1, arbitrary: fc.constantFrom<Fate>({ kind: "lost", when: "request" }, { kind: "lost", when: "answer" }) },
  { weight: 3, arbitrary: fc.constantFrom<Fate>({ kind: "cut", when: "request" }, { kind: "cut", when: "answer" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fate>({ kind: "garbage", tail: 200 }, { kind: "cancel" }, { kind: "unsafe" }),
  },
);

/** Two blocks of one range, when both cover some byte. */
const overlaps = (a: Run["blocks"][number], b: Run["blocks"][number]) =>
  a.address < b.address + b.data.length && b.address < a.address + a.data.length;

it("whatever is answered, lost or cut: it ends, restores 28 and 85, and repeats at most one block per resume", () => {
  let successes = 0;
  let repeats = 0;
  const fates = fc.array(fate, { maxLength: 120, size: "max" });
  fc.assert(
    fc.property(fates, (list) => {
      const run = runJob(list);
      expect(isFinal(run.state.phase)).toBe(true);
      if (run.result?.isSuccess) expect(holds(run)).toBe(true);
      if (run.result?.isSuccess) successes++;
      for (const [off, on] of [
        ["8502", "8501"],
        ["280301", "280001"],
      ] as const) {
        expect(run.requests.lastIndexOf(on)).toBeGreaterThanOrEqual(run.requests.lastIndexOf(off));
      }
      // A transfer that the ECU did not take after a cut begins again with the erase.
      if (run.state.isRestarted || run.requests.filter((one) => one.startsWith("3101ff00")).length > 2) return;
      for (let n = 1; run.blocks.some((block) => block.run >= n); n++) {
        const before = run.blocks.filter((block) => block.run < n);
        const again = run.blocks.filter((block) => block.run === n && before.some((old) => overlaps(old, block)));
        const places = new Set(again.map((block) => block.address));
        expect(places.size).toBeLessThanOrEqual(1);
        repeats += places.size;
      }
      // Silence and then 0x73: sent, repeated, and sent again in the new download.
      for (const block of run.blocks) {
        const twins = run.blocks.filter((other) => other.run === block.run && overlaps(other, block));
        expect(twins.length).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: 800, interruptAfterTimeLimit: 4000 },
  );
  expect(successes).toBeGreaterThan(20);
  expect(repeats).toBeGreaterThan(20);
});

it("survives any event in any state", () => {
  const outcome: fc.Arbitrary<UdsOutcome> = fc.oneof(
    fc.uint8Array({ maxLength: 8 }).map((bytes): UdsOutcome => ({ kind: "positive", bytes })),
    fc.nat(255).map((code): UdsOutcome => ({ kind: "negative", sid: 0x31, code })),
    fc.constant<UdsOutcome>({ kind: "timeout", cause: "p2" }),
  );
  const now = 5_000_000;
  const allGood = FLASH_INTERLOCKS.map((name) => ({ name, holds: true, readAtUs: now }));
  const event: fc.Arbitrary<FlashEvent> = fc.oneof(
    { weight: 6, arbitrary: outcome.map((o): FlashEvent => ({ kind: "outcome", outcome: o })) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<FlashEvent>(
        { kind: "start" },
        { kind: "downloaded", ok: true },
        { kind: "verified", ok: true },
        { kind: "interlocks", readings: allGood },
        { kind: "key", key: Uint8Array.of(1) },
        { kind: "resume" },
        { kind: "retry" },
        { kind: "cancel" },
        { kind: "tick" },
      ),
    },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80, size: "max" }), (events) => {
      let state = initialFlashState();
      const opening: FlashEvent[] = [
        { kind: "start" },
        { kind: "downloaded", ok: true },
        { kind: "verified", ok: true },
        { kind: "interlocks", readings: allGood },
      ];
      for (const e of [...opening, ...events]) state = flashStep(PLAN, state, e, now).state;
      // With nothing but silence from here on, every state comes to its end.
      for (let i = 0; i < 300 && !isFinal(state.phase); i++) {
        state = flashStep(PLAN, state, { kind: "tick" }, state.deadlineUs ?? now).state;
      }
      expect(isFinal(state.phase)).toBe(true);
    }),
    { numRuns: 500, interruptAfterTimeLimit: 2500 },
  );
});
