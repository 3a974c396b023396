import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loginCandtu } from "../../server/frames/dialects/candtu-login.ts";
import { candtuDialect } from "../../server/frames/dialects/dialect-candtu.ts";
import { canopyDialect } from "../../server/frames/dialects/dialect-canopy.ts";
import type { IncomingBatch, IngestResult } from "../../server/frames/ingest/incoming-batch.ts";
import { DEVICE, KEY, testGateway } from "../../server/testing/terminals/test-gateway.ts";
import { type FleetSettings, startFleet } from "../fleet.ts";
import { Random } from "../world/random.ts";

// The real gateway, with an ingest that only remembers.
vi.setConfig({ testTimeout: 60_000 });

const fleet = (settings: Partial<FleetSettings> & { url: string }) => {
  const devices = [{ id: DEVICE, key: KEY, vehicle: "ev" as const }];
  const started = startFleet({ devices, log: () => {}, ...settings });
  onTestFinished(() => started.stop());
  return started;
};

describe.each([4, 5] as const)("the gateway and a vehicle with MQTT level %i [DEV-12]", (version) => {
  it("understand each other: frames, positions, status, requests", async () => {
    const { gateway, batches, messages } = await testGateway();
    fleet({ url: `mqtt://127.0.0.1:${gateway.mqttPort}`, version });
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(5), 30_000);
    const kinds = () => new Set(messages.map(({ kind }) => kind));
    await vi.waitFor(() => expect([...kinds()]).toEqual(expect.arrayContaining(["gps", "status"])), 30_000);
    const frames = [{ channel: 0, id: 0x321, data: "0102" }];
    const sent = await gateway.request(DEVICE, { method: "frames.send", params: { frames }, timeoutMs: 20_000 });
    expect(sent).toEqual({ kind: "done", result: { items: [{ ok: true }] } });
    const vin = { request_id: 0x7e0, response_id: 0x7e8, data: "22F190" };
    const answer = await gateway.request(DEVICE, { method: "uds.request", params: vin, timeoutMs: 20_000 });
    expect(answer).toMatchObject({ kind: "done", result: { outcome: "positive" } });
    const isEcho = ({ frames: read }: IncomingBatch) => read.id.subarray(0, read.length).includes(0x321);
    await vi.waitFor(() => expect(batches.some(isEcho)).toBe(true), 30_000);
    expect(gateway.counters).toMatchObject({ badMessages: 0, refusedBatches: 0 });
  });

  it("keep every batch though the store fails and refuses [DAT-08] [CAP-05]", async () => {
    const random = new Random(`store ${version}`);
    const stored = new Set<number>();
    let isFull = true;
    const ingest = async ({ sequence }: IncomingBatch): Promise<IngestResult> => {
      if (random.chance(0.03)) throw new Error("the store is away");
      if (isFull && sequence % 5 === 0) return { kind: "refused", reason: "capacityFull" };
      // Stored, but the PUBACK may be lost with the connection: then it comes again, as the same batch.
      stored.add(sequence);
      return { kind: "stored" };
    };
    const { gateway } = await testGateway({ ingest });
    fleet({ url: `mqtt://127.0.0.1:${gateway.mqttPort}`, version, framesPerSecond: 15_000 });
    await vi.waitFor(() => expect(stored.size).toBeGreaterThan(60), 40_000);
    isFull = false;
    const isWhole = () => {
      gateway.notify(DEVICE, "storage.ok", {});
      const newest = Math.max(...stored);
      // The newest are still on their way.
      expect([...stored].filter((sequence) => sequence < newest - 40)).toHaveLength(newest - 40);
    };
    await vi.waitFor(isWhole, { timeout: 30_000, interval: 200 });
  });
});

it("the gateway and a vehicle that speaks candtu understand each other [DEV-12]", async () => {
  const secret = "candtu secret";
  const { gateway, batches, messages } = await testGateway({ dialects: [canopyDialect, candtuDialect(secret)] });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const mqtt = { host: "127.0.0.1", port: gateway.mqttPort, sslport: 0 };
    const authenticate = async () => ({
      deviceId: DEVICE,
      thingsId: "things",
      tenantId: "tenant",
      bindingNumber: 1,
      keyVersion: 1,
    });
    const login = JSON.parse(String(Buffer.concat(chunks)));
    response.end(JSON.stringify(await loginCandtu(login, { authenticate, secret, mqtt, now: Date.now })));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  fleet({ url: "", candtuLogin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/login` });
  await vi.waitFor(() => expect(batches.length).toBeGreaterThan(5), 30_000);
  const kinds = () => [...new Set(messages.map(({ kind }) => kind))];
  await vi.waitFor(() => expect(kinds()).toEqual(expect.arrayContaining(["gps", "status"])), 30_000);
  expect(Math.abs((batches[0]?.frames.timeUs[0] ?? 0) / 1000 - Date.now())).toBeLessThan(60_000);
  const frames = [{ channel: 0, id: 0x321, data: "0102" }];
  const sent = await gateway.request(DEVICE, { method: "frames.send", params: { frames }, timeoutMs: 20_000 });
  expect(sent).toEqual({ kind: "done", result: { items: [{ ok: true }] } });
  const params = { content: "can", channel: 1 };
  const listed = await gateway.request(DEVICE, { method: "files.list", params, timeoutMs: 20_000 });
  expect(listed).toMatchObject({ kind: "done", result: { total_size: 1, files: [{ name: "CAN2_0001.rec" }] } });
  expect(gateway.counters).toMatchObject({ badMessages: 0 });
});
