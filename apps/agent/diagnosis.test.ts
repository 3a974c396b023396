import { formatHex } from "@canopy/can/bytes/hex";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { expect, it, onTestFinished } from "vitest";
import { AgentDiagnosis } from "./diagnosis.ts";

const SETTINGS = { physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df };
const ENTERED = Uint8Array.of(0x06, 0x50, 0x03, 0x00, 0x32, 0x01, 0xf4, 0xcc);
const run = (job: string) => ({ job, settings: SETTINGS, steps: [{ data: "1003" }] });

/** An agent's diagnosis whose ECU has entered the extended session. */
function inSession() {
  const sent: Frame[] = [];
  const flash = { isBusy: false };
  const diagnosis = new AgentDiagnosis({
    channels: [0],
    send: (frame) => sent.push(frame),
    publish: () => undefined,
    isFlashing: () => flash.isBusy,
  });
  onTestFinished(() => diagnosis.drop());
  expect(diagnosis.answer("uds.run", run("a"))).toEqual({ ok: true });
  const answer = new FrameBatch();
  answer.push(0, 0, SETTINGS.response_id, 0, ENTERED.length, ENTERED);
  diagnosis.take(answer);
  const texts = () => sent.map(({ data }) => formatHex(data).slice(0, 6));
  expect(texts()).toEqual(["021003"]);
  return { diagnosis, flash, texts };
}

it("a session that is held open keeps a flash from beginning until it was ended [UDS-01] [UDS-04]", () => {
  const { diagnosis, texts } = inSession();
  expect(diagnosis.isFree).toBe(false);
  expect(diagnosis.answer("uds.end", {})).toEqual({ ok: true });
  expect(diagnosis.isFree).toBe(true);
  expect(texts()).toEqual(["021003", "021001"]);
});

it("while an ECU is flashed a session ends without a frame, and no job begins [UDS-01] [UDS-04]", () => {
  const { diagnosis, flash, texts } = inSession();
  flash.isBusy = true;
  expect(diagnosis.answer("uds.run", run("b"))).toEqual({ ok: false, code: "busy" });
  expect(diagnosis.answer("uds.end", {})).toEqual({ ok: true });
  expect(diagnosis.isFree).toBe(true);
  expect(texts()).toEqual(["021003"]);
});
