import { describe, expect, it } from "vitest";
import { normalAddress } from "../isotp/address.ts";
import type { UdsOutcome } from "./client.ts";
import { EcuNode } from "./server/ecu-node.ts";
import { positive, serve } from "./server/handler.ts";
import { createUdsServer } from "./server/server.ts";
import { standardHandlers } from "./server/standard-handlers.ts";
import { readDataByIdentifier } from "./services/read-data-by-identifier.ts";
import { routineControl } from "./services/routine-control.ts";
import { UdsTester } from "./tester.ts";

const VIN = new TextEncoder().encode("LSVAA49J132047371");

function vehicle() {
  const server = createUdsServer([
    ...standardHandlers({ timing: { p2Ms: 50, p2StarMs: 5000 } }),
    serve(readDataByIdentifier, { handle: ({ identifiers: [identifier = 0] }) => positive({ identifier, data: VIN }) }),
    serve(routineControl, {
      handle: ({ controlType, routine }) => ({
        kind: "later",
        afterUs: 9_000_000,
        reply: () => positive({ controlType, routine, data: Uint8Array.of(0) }),
      }),
    }),
  ]);
  const ecu = new EcuNode(server, { physical: normalAddress(0x7e8, 0x7e0), functionalId: 0x7df });
  const tester = new UdsTester({ physical: normalAddress(0x7e0, 0x7e8), functional: normalAddress(0x7df, 0x7e8) });
  let nowUs = 0;
  const later = () => {
    nowUs += 300;
    return nowUs;
  };

  /** Runs both ends until the outcome; every frame takes 300 µs. */
  function ask(hex: string, options: { functional?: boolean; deaf?: boolean } = {}): UdsOutcome {
    let actions = tester.send(new Uint8Array(Buffer.from(hex, "hex")), nowUs, options);
    for (let guard = 0; guard < 1000; guard++) {
      const outcome = actions.find((action) => action.kind === "outcome");
      if (outcome) return outcome.outcome;
      const frames = actions.flatMap((action) => (action.kind === "send" ? [action.frame] : []));
      const answers = options.deaf ? [] : frames.flatMap((frame) => ecu.receive(frame, later()));
      if (answers.length === 0 && frames.length === 0) {
        nowUs = Math.min(tester.deadlineUs, ecu.deadlineUs);
        answers.push(...ecu.tick(nowUs));
      }
      actions = [...answers.flatMap((frame) => tester.receive(frame, later())), ...tester.tick(nowUs)];
    }
    throw new Error("no outcome");
  }
  return { ask, tester, server, now: () => nowUs };
}

const hexOf = (outcome: UdsOutcome) =>
  outcome.kind === "positive" ? Buffer.from(outcome.bytes).toString("hex") : outcome;

describe("tester and simulated ECU on ISO-TP", () => {
  it("exchange single and segmented messages", () => {
    const { ask } = vehicle();
    expect(hexOf(ask("1003"))).toBe("5003003201f4");
    expect(hexOf(ask("22f190"))).toBe(`62f190${Buffer.from(VIN).toString("hex")}`);
    expect(ask("2e")).toEqual({ kind: "negative", sid: 0x2e, code: 0x11 });
  });

  it("wait through response pending", () => {
    const { ask, now } = vehicle();
    expect(hexOf(ask("3101ff00"))).toBe("7101ff0000");
    expect(now()).toBeGreaterThan(9_000_000);
  });

  it("speak functionally, and keep the session alive that way", () => {
    const { ask, server, tester } = vehicle();
    expect(hexOf(ask("1003", { functional: true }))).toBe("5003003201f4");
    expect(hexOf(ask("3101ff00"))).toBe("7101ff0000");
    expect(server.state.session).toBe(3);
    expect(tester.client.keepAlive.isFunctional).toBe(true);
  });

  it("do not take a keep-alive for the end of a long request", () => {
    const { tester, ask, now } = vehicle();
    ask("1003", { functional: true });
    const [first] = tester.send(new Uint8Array(30).fill(0x2e), now());
    expect(first?.kind === "send" && first.frame.id).toBe(0x7e0);
    const flow = Uint8Array.of(0x31, 0, 0);
    const wait = { timeUs: 0, channel: 0, id: 0x7e8, flags: 0, size: 3, data: flow };
    tester.receive(wait, now() + 900_000);
    tester.receive(wait, now() + 1_800_000);
    const kept = tester.tick(now() + 2_000_000);
    expect(kept.map((action) => action.kind === "send" && action.frame.id)).toEqual([0x7df]);
    // P2 of the session is 150 ms: were it running, the request would be over.
    expect(tester.tick(now() + 2_500_000)).toEqual([]);
    expect(tester.client.isBusy).toBe(true);
  });

  it("end in a timeout when nobody answers, also in the middle of a long request", () => {
    expect(vehicle().ask("3e00", { deaf: true })).toEqual({ kind: "timeout", cause: "p2" });
    expect(vehicle().ask("2ef1900102030405060708", { deaf: true })).toEqual({ kind: "timeout", cause: "transport" });
  });
});
