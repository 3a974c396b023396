import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { udsMessage } from "@canopy/contract/device-link/uds-job";
import { expect, it, onTestFinished, vi } from "vitest";
import { TestBroker } from "../simulator/testing/broker.ts";
import { Random } from "../simulator/world/random.ts";
import { runAgent } from "./agent.ts";
import type { FrameSource, TakeFrames } from "./source/source.ts";

const DEVICE = "2D010203040506070809";
const SPOOL_BYTES = 2000;

/** A whole batch that does not get smaller. */
function noise(random: Random): FrameBatch {
  const frames = new FrameBatch();
  const byte = () => random.whole(0, 255);
  for (let i = 0; i < 500; i++) frames.push(1.7e15 + i, 0, 0x123, 0, 8, Uint8Array.from({ length: 8 }, byte));
  return frames;
}

/** An agent on a bus that the test speaks for; the server acknowledges no frames. */
async function onBus() {
  const folder = mkdtempSync(join(tmpdir(), "canopy-full-"));
  const broker = new TestBroker();
  broker.judge = ({ topic }) => (topic.endsWith("/frames") ? "ignore" : "acknowledge");
  const bus: { take?: TakeFrames } = {};
  const source: FrameSource = {
    identity: null,
    interfaces: new Map([[0, "none0"]]),
    read: (take, signal) => {
      bus.take = take;
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    },
  };
  const stop = new AbortController();
  const link = {
    url: await broker.listen(),
    deviceId: DEVICE,
    key: "k",
    version: 4,
    verifiesCertificate: true,
  } as const;
  const settings = { link, spoolFolder: folder, spoolBytes: SPOOL_BYTES, source, filters: [], log: () => undefined };
  const ended = runAgent(settings, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await broker.close();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return { broker, speak: async (frames: FrameBatch) => bus.take?.(frames) };
}

it("hears ECUs while its spool is full: the newest frames are lost, answers are not [UDS-01] [DEV-12]", async () => {
  const { broker, speak } = await onBus();
  const random = new Random("noise");
  const said = (name: string) =>
    broker.published.filter(({ topic }) => topic.endsWith(`up/${name}`)).map(({ payload }) => String(payload));
  await vi.waitFor(() => expect(said("status")).not.toEqual([]), 20_000);
  for (let i = 0; i < 3; i++) await speak(noise(random));
  const settings = { physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df, timeout_ms: 60_000 };
  const params = { job: "j", settings, steps: [{ data: "22F190" }] };
  broker.send(`canopy/1/${DEVICE}/down/request`, { id: "1", method: "uds.run", params, deadline: 8e15 });
  await vi.waitFor(() => expect(said("reply")).toEqual([JSON.stringify({ id: "1", ok: true })]), 20_000);
  const answer = new FrameBatch();
  answer.push(1.7e15, 0, settings.response_id, 0, 8, Uint8Array.of(0x04, 0x62, 0xf1, 0x90, 0x41, 0xcc, 0xcc, 0xcc));
  await speak(answer);
  const told = () => said("uds").map((text) => udsMessage.parse(JSON.parse(text)));
  await vi.waitFor(() => expect(told().at(-1)?.end).toBe("done"), 20_000);
  expect(said("frames")).toHaveLength(1);
});
