import { describe, expect, it, vi } from "vitest";
import type { FlashEvent, FlashTurn } from "./flash-events.ts";
import { flashStep } from "./flash-machine.ts";
import { flashPlan } from "./flash-plan.ts";
import { type FlashState, initialFlashState } from "./flash-state.ts";
import { denials, FLASH_INTERLOCKS, type InterlockReading } from "./interlocks.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const readBack = { identifier: 0xf195, data: Uint8Array.of(4, 17) };
const PLAN = flashPlan({ segments: [{ address: 0x8000, data: new Uint8Array(10) }], readBack });
const NOW_US = 100_000_000;

/** Every way in which a condition can fail to be true and fresh. */
const BAD: ((name: string) => InterlockReading[])[] = [
  (name) => [{ name, holds: false, readAtUs: NOW_US }],
  (name) => [{ name, holds: null, readAtUs: NOW_US }],
  () => [],
  (name) => [{ name, holds: true, readAtUs: NOW_US - 2_000_001 }],
  (name) => [{ name, holds: true, readAtUs: NOW_US + 1 }],
  (name) => [{ name, holds: true, readAtUs: Number.NaN }],
  (name) => [
    { name, holds: true, readAtUs: NOW_US },
    { name, holds: false, readAtUs: NOW_US - 1 },
  ],
];

const good = (name: string): InterlockReading => ({ name, holds: true, readAtUs: NOW_US });

function step(state: FlashState, ...events: FlashEvent[]): FlashTurn {
  let turn: FlashTurn = { state, actions: [] };
  for (const event of events) turn = flashStep(PLAN, turn.state, event, NOW_US);
  return turn;
}

const atGate = () =>
  step(initialFlashState(), { kind: "start" }, { kind: "downloaded", ok: true }, { kind: "verified", ok: true });

function readingsOf(mask: number): InterlockReading[] {
  return FLASH_INTERLOCKS.flatMap((name, i) => {
    if (mask & (1 << i)) return [good(name)];
    return (BAD[(mask + i) % BAD.length] ?? BAD[0])?.(name) ?? [];
  });
}

describe("gate", () => {
  it("opens for one of all 2^n states alone: every condition true and fresh [UDS-04]", () => {
    const { state } = atGate();
    const n = FLASH_INTERLOCKS.length;
    let opened = 0;
    for (let mask = 0; mask < 1 << n; mask++) {
      const turn = step(state, { kind: "interlocks", readings: readingsOf(mask) });
      const asks = turn.actions.filter((action) => action.kind === "request").length;
      if (asks > 0) opened++;
      else if (turn.state.phase !== "failure") throw new Error(`neither open nor ended: ${mask}`);
    }
    expect(opened).toBe(1);
    expect(step(state, { kind: "interlocks", readings: readingsOf((1 << n) - 1) }).state.phase).toBe("extendedSession");
  });

  it("no combination of two that are false, stale or unknown opens it [UDS-04]", () => {
    const { state } = atGate();
    let tried = 0;
    for (const one of FLASH_INTERLOCKS) {
      for (const two of FLASH_INTERLOCKS) {
        for (const [i, bad] of BAD.entries()) {
          const worse = BAD[(i + tried) % BAD.length] ?? bad;
          const others = FLASH_INTERLOCKS.filter((name) => name !== one && name !== two).map(good);
          const turn = step(state, { kind: "interlocks", readings: [...others, ...bad(one), ...worse(two)] });
          expect(turn.state.phase).toBe("failure");
          tried++;
        }
      }
    }
    expect(tried).toBe(FLASH_INTERLOCKS.length ** 2 * BAD.length);
  });

  it.each(FLASH_INTERLOCKS)("stays shut when only %s is false, unknown, missing or stale [UDS-04]", (name) => {
    const others = FLASH_INTERLOCKS.filter((other) => other !== name).map(good);
    const reasons = BAD.map((bad) => {
      const turn = step(atGate().state, { kind: "interlocks", readings: [...others, ...bad(name)] });
      expect(turn.state.phase).toBe("failure");
      expect(turn.actions.map((action) => action.kind)).toEqual(["finished"]);
      return turn.state.failure?.denials;
    });
    const named = (reason: string) => [{ name, reason }];
    expect(reasons).toEqual(["false", "unknown", "unknown", "stale", "stale", "stale", "false"].map(named));
  });

  it("asks nothing of the ECU before it, whatever comes first", () => {
    const events: FlashEvent[] = [
      { kind: "interlocks", readings: FLASH_INTERLOCKS.map(good) },
      { kind: "outcome", outcome: { kind: "positive", bytes: new Uint8Array([0x50, 3]) } },
      { kind: "key", key: new Uint8Array(4) },
      { kind: "verified", ok: true },
      { kind: "resume" },
    ];
    for (const event of events) {
      for (const state of [initialFlashState(), step(initialFlashState(), { kind: "start" }).state]) {
        expect(step(state, event).actions.some((action) => action.kind === "request")).toBe(false);
      }
    }
  });

  it("does not open for a bad image or a bad plan", () => {
    expect(step(initialFlashState(), { kind: "start" }, { kind: "downloaded", ok: false }).state.failure?.cause).toBe(
      "downloadFailed",
    );
    const unverified = step(
      initialFlashState(),
      { kind: "start" },
      { kind: "downloaded", ok: true },
      { kind: "verified", ok: false },
    );
    expect(unverified.state.failure?.cause).toBe("imageInvalid");
    const empty = flashStep(flashPlan({ segments: [], readBack }), initialFlashState(), { kind: "start" }, 0);
    expect(empty.state.failure?.cause).toBe("badPlan");
  });

  it("takes more conditions from a plan, never fewer", () => {
    const plan = flashPlan({ segments: [], readBack, interlocks: ["hoodClosed"] });
    expect(plan.interlocks).toEqual([...FLASH_INTERLOCKS, "hoodClosed"]);
    expect(denials(plan.interlocks, FLASH_INTERLOCKS.map(good), NOW_US)).toEqual([
      { name: "hoodClosed", reason: "unknown" },
    ]);
  });
});
