import { inflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testGateway } from "../terminals/test-gateway.ts";
import { openLine } from "./fault-line.ts";
import { encodeBatch, flagsOf } from "./page-batch.ts";
import { PageTerminal } from "./page-terminal.ts";
import { randomFrom } from "./random.ts";
import { connectAll } from "./storm.ts";
import { batchOfTraffic, newTraffic } from "./traffic.ts";

const inflate = (body: Uint8Array) => inflateRawSync(body);

describe("batches written from the page alone", () => {
  it("are read by our decoder as they were meant [DEV-12]", () => {
    const anyTraffic = fc.record({
      seed: fc.integer({ min: 1, max: 2 ** 31 }),
      epoch: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      times: fc.constantFrom("day" as const, "midnight" as const),
    });
    fc.assert(
      fc.property(anyTraffic, fc.nat(100_000), fc.boolean(), (traffic, sequence, isDeflated) => {
        const sent = batchOfTraffic(traffic, sequence);
        const read = new FrameBatch();
        const header = decodeCb1(encodeBatch(sent, isDeflated), read, inflate);
        expect(header).toMatchObject({ ok: true, value: { epoch: traffic.epoch, sequence } });
        const found = Array.from({ length: read.length }, (_, i) => read.at(i));
        expect(found.map((frame) => ({ ...frame, data: Buffer.from(frame.data) }))).toEqual(
          sent.frames.map((frame) => ({
            timeUs: frame.timeUs,
            channel: frame.channel,
            id: frame.id,
            flags: flagsOf(frame),
            size: frame.size,
            data: frame.data,
          })),
        );
      }),
    );
  });

  it("are the same again for the same seed, which is how a comparison knows them", () => {
    const traffic = newTraffic(randomFrom(7), "midnight");
    expect(encodeBatch(batchOfTraffic(traffic, 5))).toEqual(encodeBatch(batchOfTraffic(traffic, 5)));
    expect(batchOfTraffic(traffic, 6)).not.toEqual(batchOfTraffic(traffic, 5));
  });
});

describe("terminals written from the page alone", () => {
  const device = (number: number) => {
    const deviceId = number.toString(16).toUpperCase().padStart(20, "0");
    return { deviceId, key: "right-key", thingsId: "", bindingNumber: number, keyVersion: 1, tenantId: "" };
  };

  it("come 2,000 at a time, and each is heard [DEV-12]", async () => {
    const { gateway, batches } = await testGateway();
    const devices = Array.from({ length: 2_000 }, (_, number) => device(number));
    const terminals = await connectAll(gateway.mqttPort, devices, 30_000);
    expect(gateway.onlineDevices()).toHaveLength(2_000);
    const batch = encodeBatch(batchOfTraffic(newTraffic(randomFrom(1), "day"), 0));
    await Promise.all(terminals.map((terminal) => terminal.publishAndWait(batch)));
    expect(new Set(batches.map(({ deviceId }) => deviceId)).size).toBe(2_000);
    for (const terminal of terminals) terminal.end();
  }, 60_000);

  it("lose what is on its way when the line is cut, and hear nothing on a silent one [DAT-08]", async () => {
    const { gateway, batches } = await testGateway();
    const line = await openLine(gateway.mqttPort);
    const options = { port: line.port, deviceId: device(1).deviceId, key: "right-key" };
    const batch = encodeBatch(batchOfTraffic(newTraffic(randomFrom(2), "day"), 0));
    const first = await PageTerminal.open(options);
    await first.publishAndWait(batch);
    line.freeze();
    first.publish(batch, () => expect.fail("a silent line let a PUBACK through"));
    // The same terminal on a line that works again takes the place of its half-open connection.
    const second = await PageTerminal.open(options);
    await second.publishAndWait(batch);
    expect(batches).toHaveLength(2);
    expect(gateway.onlineDevices()).toHaveLength(1);
    const lost = second.publishAndWait(batch);
    line.cut();
    await expect(lost).rejects.toThrow("closed before PUBACK");
    await line.close();
  });
});
