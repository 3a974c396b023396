import type { AddressInfo } from "node:net";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { connectLive } from "../../testing/terminals/live-socket.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import type { FrameIngest } from "../ingest/ingest-frames.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { type LivePublisher, startLivePublisher } from "./live-publisher.ts";

describe("a browser that comes back", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let ingest: FrameIngest;
  let live: LivePublisher;
  let device: TestDevice;
  let token: string;
  let base: string;

  beforeAll(async () => {
    engines = await frameEngines();
    const bus = localBus(createLog("silent"));
    world = await testApp({}, { bus, store: engines.store });
    await world.app.listen({ host: "127.0.0.1", port: 0 });
    base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    live = startLivePublisher(bus, () => ({ nominalBps: 500_000 }), Date.now);
    ingest = engines.ingest({ clock: systemClock });
    const manager = await world.user({ tenant: "own", name: "manager", role: "manager" });
    token = manager.token;
    device = await testDevice(world.database.db, manager.tenantId);
  });
  afterAll(async () => {
    live?.stop();
    await ingest?.close();
    await world?.close();
    await engines?.end();
  });

  /** As the gateway does: live at once, then stored. */
  async function arrive(sequence: number): Promise<FrameBatch> {
    const frames = new FrameBatch();
    const fromUs = Date.now() * 1000;
    for (let i = 0; i < 50; i++) {
      frames.push(fromUs + i * 10, i % 3, 0x100 + i, 0, 8, Uint8Array.of(sequence, i, 2, 3, 4, 5, 6, 7));
    }
    const raw = encodeCb1(frames, { epoch: 9, sequence });
    const batch: IncomingBatch = {
      ...device,
      epoch: 9,
      sequence,
      frames,
      raw: raw.ok ? raw.value : undefined,
      receivedAtMs: Date.now(),
    };
    live.batch(batch);
    expect(await ingest.ingest(batch)).toEqual({ kind: "stored" });
    return frames;
  }

  it("is filled up with every frame it missed, from the store, and goes on live", async () => {
    const first = await connectLive(base, token);
    first.send({ type: "frames", id: 1, device_id: device.thingsId });
    await first.next("opened");
    const seen = await arrive(1);
    await until(async () => first.batches.length === 1);
    first.socket.terminate();
    const missed = [await arrive(2), await arrive(3), await arrive(4)];
    const second = await connectLive(base, token);
    const after = { time_us: seen.timeUs[seen.length - 1] as number, k: 0 };
    second.send({ type: "frames", id: 7, device_id: device.thingsId, after });
    await second.next("opened");
    await arrive(5);
    await until(async () => second.notices.some(({ type }) => type === "filled"), 30_000);
    const filled = new FrameBatch();
    for (const { batch, isFilled } of second.batches) if (isFilled) decodeCb1(batch, filled);
    // Batch 5 came live, and may be in the store by now: the client drops what came both ways.
    expect(framesOf(filled).filter(({ data }) => !data.startsWith("05"))).toEqual(missed.flatMap(framesOf));
    expect(second.batches.filter(({ isFilled }) => !isFilled)).toHaveLength(1);
    expect(second.notices.some(({ type }) => type === "gap")).toBe(false);
  });
});

function framesOf(batch: FrameBatch) {
  return Array.from({ length: batch.length }, (_, i) => {
    const { data, ...frame } = batch.at(i);
    return { ...frame, data: Buffer.from(data).toString("hex") };
  });
}
