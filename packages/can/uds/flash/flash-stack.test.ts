import { expect, it } from "vitest";
import { normalFixedAddress } from "../../isotp/address.ts";
import type { IsoTpSettings } from "../../isotp/options.ts";
import { EcuNode } from "../server/ecu-node.ts";
import { createSimulatedEcu } from "../server/simulated-ecu.ts";
import { type TesterAction, UdsTester } from "../tester.ts";
import type { FlashAction, FlashEvent } from "./flash-events.ts";
import { flashStep } from "./flash-machine.ts";
import { flashPlan } from "./flash-plan.ts";
import { type FlashResult, initialFlashState, isFinal } from "./flash-state.ts";
import { FLASH_INTERLOCKS } from "./interlocks.ts";

const image = Uint8Array.from({ length: 12_000 }, (_, i) => (i * 31 + (i >> 8)) & 255);
const FRAME_US = 250;

/** Machine, client, ISO-TP, frames, ISO-TP, server, memory: in virtual time, with an erase that takes 20 s. */
function flashOverFrames(isoTp: IsoTpSettings) {
  const simulated = createSimulatedEcu({
    security: {
      seed: () => Uint8Array.of(9, 8, 7, 6),
      isKey: (_, seed, key) => key.every((byte, i) => byte === ((seed[i] ?? 0) ^ 0x5a)),
    },
    identifiers: new Map([[0xf195, Uint8Array.of(2, 4)]]),
    dtcs: [{ dtc: 0x012300, status: 9 }],
    flash: { start: 0x08004000, size: 0x8000 },
    maxBlockLength: 4095,
    eraseUs: 20_000_000,
  });
  const ecu = new EcuNode(simulated.server, {
    physical: normalFixedAddress({ source: 0x10, target: 0xf1 }),
    functionalId: 0x18db33f1,
    isoTp,
  });
  const tester = new UdsTester({
    physical: normalFixedAddress({ source: 0xf1, target: 0x10 }),
    functional: normalFixedAddress({ source: 0xf1, target: 0x33, functional: true }),
    isoTp,
  });
  const plan = flashPlan({
    segments: [{ address: 0x08004000, data: image }],
    readBack: { identifier: 0xf195, data: Uint8Array.of(2, 4) },
  });
  const events: FlashEvent[] = [{ kind: "start" }];
  let state = initialFlashState();
  let nowUs = 0;
  let frames = 0;
  let result: FlashResult | undefined;

  function carry(actions: readonly TesterAction[]): void {
    for (const action of actions) {
      if (action.kind === "outcome") events.push({ kind: "outcome", outcome: action.outcome });
      if (action.kind !== "send") continue;
      nowUs += FRAME_US;
      frames++;
      answer(ecu.receive(action.frame, nowUs));
    }
  }

  function answer(sent: ReturnType<EcuNode["receive"]>): void {
    for (const frame of sent) {
      nowUs += FRAME_US;
      frames++;
      carry(tester.receive(frame, nowUs));
    }
  }

  function act(action: FlashAction): void {
    if (action.kind === "download") events.push({ kind: "downloaded", ok: true });
    if (action.kind === "verifyImage") events.push({ kind: "verified", ok: true });
    if (action.kind === "computeKey") events.push({ kind: "key", key: action.seed.map((byte) => byte ^ 0x5a) });
    if (action.kind === "request") carry(tester.send(action.bytes, nowUs, { functional: action.functional }));
    if (action.kind === "finished") result = action.result;
    if (action.kind === "readInterlocks") {
      const readings = FLASH_INTERLOCKS.map((name) => ({ name, holds: true, readAtUs: nowUs }));
      events.push({ kind: "interlocks", readings });
    }
  }

  for (let turns = 0; turns < 5000 && !isFinal(state.phase); turns++) {
    const event = events.shift();
    if (event) {
      const turn = flashStep(plan, state, event, nowUs);
      state = turn.state;
      for (const action of turn.actions) act(action);
      continue;
    }
    nowUs = Math.max(nowUs, Math.min(tester.deadlineUs, ecu.deadlineUs, state.deadlineUs ?? Number.POSITIVE_INFINITY));
    answer(ecu.tick(nowUs));
    carry(tester.tick(nowUs));
    if (nowUs >= (state.deadlineUs ?? Number.POSITIVE_INFINITY)) events.push({ kind: "tick" });
  }
  return { result, simulated, frames, state };
}

it.each<[string, IsoTpSettings]>([
  ["classic frames", { blockSize: 8, stMin: 0 }],
  ["FD frames", { txDl: 64, blockSize: 0, stMin: 0 }],
])("flashes an ECU over %s", (_, isoTp) => {
  const { result, simulated, state } = flashOverFrames(isoTp);
  expect(state.failure).toBeNull();
  expect(result?.isSuccess).toBe(true);
  expect(simulated.flash.subarray(0, image.length)).toEqual(image);
  expect(simulated.dtcs).toEqual([]);
  expect(simulated.server.state).toMatchObject({ session: 1, communication: 0, dtcSettingOn: true, resets: 1 });
});
