// UDS-04: 1 MB over a simulated bus of 500 kbit/s, frame by frame with its exact bits on the wire, on a virtual clock: how near
// the whole transfer (34, 36, 37 with flow control and answers) comes to what ISO-TP alone would need for the bytes.
import { frameBits } from "@canopy/can/bus/bit-length";
import type { Frame } from "@canopy/can/frame/frame";
import { normalAddress } from "@canopy/can/isotp/address";
import type { FlashAction, FlashEvent } from "@canopy/can/uds/flash/flash-events";
import { flashStep } from "@canopy/can/uds/flash/flash-machine";
import { flashPlan } from "@canopy/can/uds/flash/flash-plan";
import { initialFlashState, isFinal } from "@canopy/can/uds/flash/flash-state";
import { FLASH_INTERLOCKS } from "@canopy/can/uds/flash/interlocks";
import { EcuNode } from "@canopy/can/uds/server/ecu-node";
import { createSimulatedEcu } from "@canopy/can/uds/server/simulated-ecu";
import { type TesterAction, UdsTester } from "@canopy/can/uds/tester";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import type { BenchResult } from "./run.ts";

const BYTES = 1024 * 1024;
const BITS_PER_S = 500_000;
const START = 0x08000000;
const VERSION = Uint8Array.of(2, 4);
const CF_BYTES = 7;
const LIMITS: Limits = { atLeast: { shareOfIsoTp: 0.9 } };

const usOf = (frame: Frame) => (frameBits(frame).nominal * 1e6) / BITS_PER_S;

export async function run(): Promise<BenchResult> {
  const image = Uint8Array.from({ length: BYTES }, (_, i) => (i * 31 + (i >> 8)) & 255);
  const from = performance.now();
  const { transferUs, consecutiveUs, outcome } = flash(image);
  if (outcome !== "new") throw new Error(`the flash ended with ${outcome}`);
  const idealUs = Math.ceil(BYTES / CF_BYTES) * consecutiveUs;
  const metrics = {
    shareOfIsoTp: idealUs / transferUs,
    kilobytesPerSecond: BYTES / 1024 / (transferUs / 1e6),
    transferSeconds: transferUs / 1e6,
    computingSeconds: (performance.now() - from) / 1000,
  };
  return { metrics, peers: { limits: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

/** The whole job; the time of the transfer, and the mean time of its consecutive frames. */
function flash(image: Uint8Array) {
  const simulated = createSimulatedEcu({
    security: { seed: () => Uint8Array.of(1, 2), isKey: () => true },
    identifiers: new Map([[0xf195, VERSION]]),
    flash: { start: START, size: image.length },
    maxBlockLength: 4095,
  });
  // As boot loaders do it: no pause, and no flow control inside of a block.
  const isoTp = { blockSize: 0, stMin: 0 };
  const ecu = new EcuNode(simulated.server, { physical: normalAddress(0x7e8, 0x7e0), functionalId: 0x7df, isoTp });
  const tester = new UdsTester({ physical: normalAddress(0x7e0, 0x7e8), functional: normalAddress(0x7df, 0x7e8) });
  const plan = flashPlan({
    segments: [{ address: START, data: image }],
    readBack: { identifier: 0xf195, data: VERSION },
  });
  const events: FlashEvent[] = [{ kind: "start" }];
  let state = initialFlashState();
  let nowUs = 0;
  let [beganUs, endedUs, consecutive, consecutiveUs] = [0, 0, 0, 0];
  let outcome: string | null = null;
  const toEcu: Frame[] = [];
  const toTester: Frame[] = [];

  const pass = (frame: Frame) => {
    const spentUs = usOf(frame);
    nowUs += spentUs;
    if ((frame.data[0] ?? 0) >> 4 !== 2) return;
    consecutive++;
    consecutiveUs += spentUs;
  };
  const carry = (actions: readonly TesterAction[]) => {
    for (const action of actions) {
      if (action.kind === "outcome") events.push({ kind: "outcome", outcome: action.outcome });
      else if (action.kind === "send") toEcu.push(action.frame);
    }
  };
  const act = (action: FlashAction) => {
    if (action.kind === "download") events.push({ kind: "downloaded", ok: true });
    if (action.kind === "verifyImage") events.push({ kind: "verified", ok: true });
    if (action.kind === "computeKey") events.push({ kind: "key", key: Uint8Array.of(1) });
    if (action.kind === "finished") outcome = action.result.outcome;
    if (action.kind === "readInterlocks")
      events.push({
        kind: "interlocks",
        readings: FLASH_INTERLOCKS.map((name) => ({ name, holds: true, readAtUs: nowUs })),
      });
    if (action.kind !== "request") return;
    if (action.phase === "requestDownload") beganUs = nowUs;
    if (action.phase === "checkDependencies") endedUs = nowUs;
    carry(tester.send(action.bytes, nowUs, { functional: action.functional }));
  };
  while (!isFinal(state.phase)) {
    const sent = toEcu.shift();
    const answered = toTester.shift();
    const event = sent || answered ? undefined : events.shift();
    if (sent) {
      pass(sent);
      toTester.push(...ecu.receive(sent, nowUs));
    }
    if (answered) {
      pass(answered);
      carry(tester.receive(answered, nowUs));
    }
    if (event) {
      const turn = flashStep(plan, state, event, nowUs);
      state = turn.state;
      for (const action of turn.actions) act(action);
    } else if (!sent && !answered) {
      nowUs = Math.max(nowUs, Math.min(tester.deadlineUs, ecu.deadlineUs, state.deadlineUs ?? nowUs));
      toTester.push(...ecu.tick(nowUs));
      carry(tester.tick(nowUs));
      if (nowUs >= (state.deadlineUs ?? Number.POSITIVE_INFINITY)) events.push({ kind: "tick" });
    }
  }
  return { transferUs: endedUs - beganUs, consecutiveUs: consecutiveUs / consecutive, outcome };
}
