import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { Frame } from "../frame/frame.ts";
import { normalAddress } from "./address.ts";
import { IsoTpLink, type LinkAction } from "./link.ts";
import { IsoTpReassembler } from "./reassemble.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const SLOT_US = 500;
/**
 * A four-bit sequence number cannot tell frames sixteen apart: no receiver can be right on a bus that moves a frame
 * that far. Within this window it must never be wrong.
 */
const MAX_DELAY_SLOTS = 6;

const rarely = fc.nat(11).map((n) => n === 7);
const fates = fc.array(fc.record({ lost: rarely, twice: rarely, late: fc.nat(MAX_DELAY_SLOTS) }), {
  minLength: 1,
  maxLength: 60,
  size: "max",
});
/** Half of the buses keep the order, so that long messages get through as well as break. */
const orderly = fates.map((list) => list.map((fate) => ({ ...fate, late: 0 })));
const settings = fc.record({
  blockSize: fc.constantFrom(0, 1, 3, 8),
  stMin: fc.constantFrom(0, 1, 0xf3),
  txDl: fc.constantFrom(8 as const, 12 as const, 64 as const),
  padding: fc.constantFrom(null, 0xcc),
});

interface Flight {
  slot: number;
  frame: Frame;
  to: IsoTpLink;
}

/** Sends one message and runs both sides until the bus is silent and no timer runs. */
function run(
  a: IsoTpLink,
  b: IsoTpLink,
  message: Uint8Array,
  clock: { nowUs: number },
  fate: () => { lost: boolean; twice: boolean; late: number },
) {
  const flights: Flight[] = [];
  const delivered: Uint8Array[] = [];
  let busSlot = Math.ceil(clock.nowUs / SLOT_US);
  const act = (actions: LinkAction[], to: IsoTpLink) => {
    for (const action of actions) {
      if (action.kind === "message") delivered.push(action.bytes);
      if (action.kind !== "send") continue;
      busSlot = Math.max(busSlot + 1, Math.ceil(clock.nowUs / SLOT_US));
      const { lost, twice, late } = fate();
      if (!lost) flights.push({ slot: busSlot + late, frame: action.frame, to });
      if (twice) flights.push({ slot: busSlot + MAX_DELAY_SLOTS - late, frame: action.frame, to });
    }
  };
  act(a.send(message, clock.nowUs), b);
  for (let step = 0; step < 20_000; step++) {
    flights.sort((x, y) => x.slot - y.slot);
    const next = flights[0] ? flights[0].slot * SLOT_US : Number.POSITIVE_INFINITY;
    const deadlineUs = Math.min(a.deadlineUs, b.deadlineUs);
    if (Math.min(next, deadlineUs) === Number.POSITIVE_INFINITY) return delivered;
    clock.nowUs = Math.max(clock.nowUs, Math.min(next, deadlineUs));
    act(a.tick(clock.nowUs), b);
    act(b.tick(clock.nowUs), a);
    if (next > clock.nowUs) continue;
    const flight = flights.shift();
    if (flight) act(flight.to.receive(flight.frame, clock.nowUs), flight.to === a ? b : a);
  }
  throw new Error("the two sides never come to rest");
}

it("delivers the sent bytes or nothing over a bus that loses, doubles and shuffles frames", () => {
  const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300, size: "max" }), {
    minLength: 1,
    maxLength: 3,
  });
  let whole = 0;
  fc.assert(
    fc.property(messages, settings, fc.oneof(fates, orderly), (list, options, fortunes) => {
      const a = new IsoTpLink(normalAddress(0x7e0, 0x7e8), options);
      const b = new IsoTpLink(normalAddress(0x7e8, 0x7e0), options);
      const clock = { nowUs: 0 };
      let draw = 0;
      const fate = () => fortunes[draw++ % fortunes.length] ?? { lost: false, twice: false, late: 0 };
      for (const message of list) {
        for (const got of run(a, b, message, clock, fate)) {
          expect(got).toEqual(message);
          if (got.length > 62) whole++;
        }
      }
    }),
    { numRuns: 600 },
  );
  expect(whole).toBeGreaterThan(50);
});

it("delivers every message over a sound bus", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 6000, size: "max" }), settings, (message, options) => {
      const a = new IsoTpLink(normalAddress(0x7e0, 0x7e8), options);
      const b = new IsoTpLink(normalAddress(0x7e8, 0x7e0), options);
      const got = run(a, b, message, { nowUs: 0 }, () => ({ lost: false, twice: false, late: 0 }));
      expect(got).toEqual([message]);
    }),
    { numRuns: 60 },
  );
});

it("neither throws nor hangs on garbage frames, and lies idle afterwards", () => {
  const frame = fc.record({
    timeUs: fc.nat(3_000_000),
    channel: fc.nat(1),
    id: fc.constantFrom(0x7e0, 0x7e8, 0x123),
    flags: fc.nat(127),
    size: fc.nat(64),
    data: fc.uint8Array({ maxLength: 64, size: "max" }),
  });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 60, size: "max" }), (frames) => {
      const link = new IsoTpLink(normalAddress(0x7e0, 0x7e8));
      const log = new IsoTpReassembler();
      link.send(new Uint8Array(40), 0);
      for (const f of frames) {
        link.receive(f, f.timeUs);
        log.add(f);
      }
      log.finish();
      for (let i = 0; i < 100 && link.deadlineUs < Number.POSITIVE_INFINITY; i++) link.tick(link.deadlineUs);
      expect(link.deadlineUs).toBe(Number.POSITIVE_INFINITY);
    }),
    { numRuns: 1500, interruptAfterTimeLimit: 2500 },
  );
});
