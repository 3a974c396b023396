import { formatHex } from "@canopy/can/bytes/hex";
import { downTopic, upTopic } from "@canopy/contract/device-link/topics";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import { DEVICE, gate, OTHER, terminal, testGateway, type Version } from "../../testing/terminals/test-gateway.ts";
import type { IngestResult } from "../ingest/incoming-batch.ts";

const VERSIONS: Version[] = [4, 5];
const FRAMES = upTopic(DEVICE, "frames");
const WILL = {
  topic: upTopic(DEVICE, "event"),
  payload: protocolVector("event").payload,
  qos: 1,
  retain: false,
} as const;

describe.each(VERSIONS)("a terminal of MQTT level %i", (version) => {
  it.each(["cb1-classic", "cb1-channels", "cb1-deflated"])(
    "sends the batch %s of the page [DEV-12] [DAT-09]",
    async (name) => {
      const { gateway, batches } = await testGateway();
      const client = await terminal(gateway, version);
      const vector = protocolVector(name);
      await client.publishAsync(FRAMES, vector.payload, { qos: 1 });
      const [batch] = batches;
      expect(batch).toMatchObject({ bindingNumber: 1, deviceId: DEVICE, tenantId: "tenant" });
      expect(batch).toMatchObject({ epoch: vector.epoch, sequence: vector.sequence });
      const frames = Array.from({ length: batch?.frames.length ?? 0 }, (_, i) => batch?.frames.at(i));
      expect(frames.map((frame) => ({ ...frame, data: formatHex(frame?.data ?? new Uint8Array()) }))).toEqual(
        vector.frames,
      );
      expect(Buffer.from(batch?.raw ?? []).equals(vector.payload)).toBe(true);
    },
  );

  it("gets its PUBACK only when the batch is stored, and its PINGRESP before [DAT-08]", async () => {
    const stored = gate<IngestResult>();
    const { gateway } = await testGateway({ ingest: () => stored.promise });
    const client = await terminal(gateway, version, { keepalive: 1 });
    const heard: string[] = [];
    client.on("packetreceive", ({ cmd }) => heard.push(cmd));
    const acknowledged = client.publishAsync(FRAMES, protocolVector("cb1-classic").payload, { qos: 1 });
    await vi.waitFor(() => expect(heard).toContain("pingresp"), 5000);
    expect(heard).not.toContain("puback");
    stored.open({ kind: "stored" });
    await acknowledged;
    expect(heard).toContain("puback");
  });

  it("gets no PUBACK when the store fails, and loses its connection instead [DAT-08]", async () => {
    const { gateway, presence } = await testGateway({ ingest: () => Promise.reject(new Error("disk full")) });
    const client = await terminal(gateway, version);
    const heard: string[] = [];
    client.on("packetreceive", ({ cmd }) => heard.push(cmd));
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    client.publish(FRAMES, protocolVector("cb1-classic").payload, { qos: 1 });
    await closed;
    expect(heard).not.toContain("puback");
    expect(presence.at(-1)).toMatchObject({ online: false, reason: "overload" });
  });

  it("is told which batch was refused before its PUBACK [CAP-05] [DAT-08]", async () => {
    const { gateway } = await testGateway({ ingest: async () => ({ kind: "refused", reason: "capacityFull" }) });
    const client = await terminal(gateway, version);
    await client.subscribeAsync(downTopic(DEVICE, "request"));
    const heard: unknown[] = [];
    const acknowledged = gate<void>();
    client.on("packetreceive", (packet) => {
      if (packet.cmd === "publish") heard.push(JSON.parse(String(packet.payload)));
      if (packet.cmd !== "puback") return;
      heard.push(version === 5 ? packet.reasonCode : "puback");
      acknowledged.open();
    });
    client.publish(FRAMES, protocolVector("cb1-classic").payload, { qos: 1 });
    await acknowledged.promise;
    const params = { epoch: 0x11223344, sequence: 7, reason: "capacityFull" };
    expect(heard).toEqual([
      expect.objectContaining({ method: "storage.full", params }),
      version === 5 ? 0x97 : "puback",
    ]);
    expect(gateway.notify(DEVICE, "storage.ok", {})).toBe(true);
  });

  it("hands over positions, points, status, events, logs and files [DEV-12]", async () => {
    const { gateway, messages } = await testGateway();
    const client = await terminal(gateway, version);
    for (const name of ["gps", "points", "status", "event", "log", "files"] as const) {
      await client.publishAsync(upTopic(DEVICE, name), protocolVector(name).payload, { qos: 1 });
    }
    expect(messages.map(({ kind }) => kind)).toEqual(["gps", "points", "status", "event", "log", "files"]);
  });

  it.each(["cb1-truncated", "cb1-times-apart", "gps-off-the-earth", "points-proto", "not-json"])(
    "hears what is wrong with %s and stays online [DEV-12]",
    async (name) => {
      const { gateway, batches, messages } = await testGateway();
      const client = await terminal(gateway, version);
      await client.subscribeAsync(downTopic(DEVICE, "request"));
      const told = new Promise((resolve) =>
        client.once("message", (_, payload) => resolve(JSON.parse(String(payload)))),
      );
      const vector = protocolVector(name);
      const topic = `canopy/1/${DEVICE}/${vector.topic}`;
      await client.publishAsync(topic, vector.payload, { qos: 1 }).catch(() => undefined);
      const identity = vector.topic === "up/frames" ? { epoch: vector.epoch, sequence: vector.sequence } : {};
      expect(await told).toMatchObject({ method: "error", params: { topic, code: vector.bad, ...identity } });
      expect([...batches, ...messages]).toEqual([]);
      expect(gateway.counters.badMessages).toBe(1);
      expect(gateway.isOnline(DEVICE)).toBe(true);
    },
  );

  it("hears that a message has values which no database takes, and stays online [DEV-12]", async () => {
    const outOfRange = Object.assign(new pg.DatabaseError("out of range", 1, "error"), { code: "22003" });
    const { gateway } = await testGateway({ receive: () => Promise.reject(outOfRange) });
    const client = await terminal(gateway, version);
    await client.subscribeAsync(downTopic(DEVICE, "request"));
    const told = new Promise((resolve) => client.once("message", (_, payload) => resolve(JSON.parse(String(payload)))));
    const acknowledged = new Promise((resolve) => {
      client.on("packetreceive", (packet) => packet.cmd === "puback" && resolve(packet.reasonCode));
    });
    const topic = upTopic(DEVICE, "gps");
    client.publish(topic, protocolVector("gps").payload, { qos: 1 }, () => undefined);
    expect(await told).toMatchObject({ method: "error", params: { topic, code: "badMessage" } });
    expect(await acknowledged).toBe(version === 5 ? 0x99 : undefined);
    expect(gateway.counters.badMessages).toBe(1);
    expect(gateway.isOnline(DEVICE)).toBe(true);
  });

  it("loses its connection over a row of another, which may come or go meanwhile [DEV-12]", async () => {
    const moved = Object.assign(new pg.DatabaseError("violates foreign key", 1, "error"), { code: "23503" });
    const { gateway, presence } = await testGateway({ receive: () => Promise.reject(moved) });
    const client = await terminal(gateway, version);
    client.publish(upTopic(DEVICE, "gps"), protocolVector("gps").payload, { qos: 1 }, () => undefined);
    await vi.waitFor(() => expect(presence.at(-1)).toMatchObject({ online: false, reason: "overload" }));
    expect(gateway.counters.badMessages).toBe(0);
  });

  it("takes the place of its first connection, whose will is thrown away [DEV-12]", async () => {
    const { gateway, presence, messages } = await testGateway();
    const first = await terminal(gateway, version, { will: WILL });
    const closed = new Promise<void>((resolve) => first.once("close", () => resolve()));
    await terminal(gateway, version);
    await closed;
    expect(gateway.onlineDevices()).toEqual([DEVICE]);
    expect(presence.map(({ online, reason }) => [online, reason])).toEqual([
      [true, "connected"],
      [false, "takenOver"],
      [true, "connected"],
    ]);
    expect(messages).toEqual([]);
  });

  it("goes offline with its goodbye, and its will is thrown away [DEV-07]", async () => {
    const { gateway, presence, messages } = await testGateway();
    const client = await terminal(gateway, version, { will: WILL });
    await client.endAsync();
    await vi.waitFor(() => expect(presence.at(-1)).toMatchObject({ online: false, reason: "disconnected" }));
    expect(messages).toEqual([]);
  });

  it("goes offline when its connection breaks, and its will is read [DEV-07]", async () => {
    const { gateway, presence, messages } = await testGateway();
    const client = await terminal(gateway, version, { will: WILL });
    client.stream.destroy();
    await vi.waitFor(() => expect(presence.at(-1)).toMatchObject({ online: false, reason: "lost" }));
    await vi.waitFor(() => expect(messages).toMatchObject([{ kind: "event", event: { kind: "reboot" } }]));
  });

  it("is refused with a wrong key, another client identifier or an unknown device [DEV-03]", async () => {
    const { gateway } = await testGateway();
    const codes = version === 5 ? { key: 0x86, id: 0x85 } : { key: 4, id: 2 };
    await expect(terminal(gateway, version, { password: "wrong" })).rejects.toMatchObject({ code: codes.key });
    await expect(terminal(gateway, version, { username: OTHER })).rejects.toMatchObject({ code: codes.id });
    expect(gateway.counters.refused).toBe(2);
    expect(gateway.onlineDevices()).toEqual([]);
  });

  it("is asked to wait when nobody can say who it is [DEV-12]", async () => {
    const { gateway } = await testGateway({ authenticate: () => Promise.reject(new Error("no database")) });
    await expect(terminal(gateway, version)).rejects.toMatchObject({ code: version === 5 ? 0x88 : 3 });
  });
});
