import { formatHex } from "@canopy/can/bytes/hex";
import { upTopic } from "@canopy/contract/device-link/topics";
import type { MqttClient } from "mqtt";
import type { IConnackPacket } from "mqtt-packet";
import { describe, expect, it, vi } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import {
  connectBytes5,
  DEVICE,
  gate,
  OTHER,
  publishBytes,
  publishBytes0,
  rawSocket,
  terminal,
  testGateway,
} from "../../testing/terminals/test-gateway.ts";
import type { IngestResult } from "../ingest/incoming-batch.ts";

const FRAMES = upTopic(DEVICE, "frames");
const PAYLOAD = protocolVector("cb1-classic").payload;

describe("the keep-alive", () => {
  it("ends a half-open connection after one and a half of it [DEV-12]", async () => {
    const { gateway, presence } = await testGateway();
    const { socket, closed } = await rawSocket(gateway.mqttPort);
    const connect = Buffer.from(protocolVector("mqtt-connect").payload);
    connect[11] = 1;
    socket.write(connect);
    await closed;
    expect(presence.map(({ reason }) => reason)).toEqual(["connected", "keepAlive"]);
  });

  it("of MQTT 5 is the server's where the terminal asks for more [DEV-12]", async () => {
    const { gateway } = await testGateway({ limits: { keepAliveS: 30 } });
    const connack = await connackOf(await terminal(gateway, 5, { keepalive: 600 }));
    expect(connack.properties).toMatchObject({ serverKeepAlive: 30 });
  });

  it("does not run while the gateway itself does not listen [DAT-08]", async () => {
    const stored = gate<IngestResult>();
    const limits = { receiveMaximum: 1 };
    const { gateway, presence } = await testGateway({ limits, ingest: () => stored.promise });
    const { socket, heard } = await rawSocket(gateway.mqttPort);
    const connect = Buffer.from(protocolVector("mqtt-connect").payload);
    connect[11] = 1;
    socket.write(connect);
    socket.write(publishBytes(4, 1, FRAMES, PAYLOAD));
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(presence.map(({ reason }) => reason)).toEqual(["connected"]);
    stored.open({ kind: "stored" });
    await vi.waitFor(() => expect(formatHex(heard())).toBe("20020000" + "40020001"));
  });
});

/** The gateway's answer to the next CONNECT of this client. */
function connackOf(client: MqttClient): Promise<IConnackPacket> {
  return new Promise((resolve) => {
    client.once("connect", resolve);
    client.reconnect();
  });
}

describe("in flight", () => {
  it("MQTT 5 is told the bounds, and refused beyond the receive maximum [DEV-12]", async () => {
    const { gateway, presence } = await testGateway({
      limits: { receiveMaximum: 2 },
      ingest: () => gate<IngestResult>().promise,
    });
    const { socket, heard, closed } = await rawSocket(gateway.mqttPort);
    socket.write(connectBytes5());
    for (const id of [1, 2, 3]) socket.write(publishBytes(5, id, FRAMES, PAYLOAD));
    await closed;
    expect(formatHex(heard()).endsWith("E00293" + "00") || formatHex(heard()).endsWith("E00193")).toBe(true);
    expect(presence.at(-1)).toMatchObject({ device: { deviceId: DEVICE }, online: false, reason: "protocol" });
  });

  it("CONNACK of MQTT 5 says what the gateway does not do [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const connack = await connackOf(await terminal(gateway, 5));
    expect(connack.properties).toMatchObject({
      receiveMaximum: 64,
      maximumQoS: 1,
      retainAvailable: false,
      maximumPacketSize: 262_144,
      topicAliasMaximum: 0,
      wildcardSubscriptionAvailable: false,
      serverKeepAlive: 60,
    });
  });

  it("3.1.1 is not read beyond the bound, and goes on with the PUBACKs [DAT-08]", async () => {
    const waiting: ((result: IngestResult) => void)[] = [];
    const { gateway } = await testGateway({
      limits: { receiveMaximum: 4 },
      ingest: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const client = await terminal(gateway, 4);
    const { payload } = protocolVector("cb1-classic");
    const all = Array.from({ length: 10 }, () => client.publishAsync(FRAMES, payload, { qos: 1 }));
    await vi.waitFor(() => expect(waiting.length).toBe(4));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(waiting.length).toBe(4);
    for (let i = 0; i < 10; i++) {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(i));
      waiting[i]?.({ kind: "stored" });
    }
    await Promise.all(all);
  });

  it("all connections wait when the memory for the store is full, and none starves [DAT-08]", async () => {
    const waiting: ((result: IngestResult) => void)[] = [];
    const { gateway } = await testGateway({
      limits: { inFlightBytes: 1 },
      ingest: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const clients = [await terminal(gateway, 5), await terminal(gateway, 4, { clientId: OTHER })];
    const { payload } = protocolVector("cb1-classic");
    const all = clients.flatMap((client, at) =>
      Array.from({ length: 5 }, () => client.publishAsync(upTopic(at ? OTHER : DEVICE, "frames"), payload, { qos: 1 })),
    );
    for (let i = 0; i < 10; i++) {
      await vi.waitFor(() => expect(waiting.length).toBe(i + 1));
      waiting[i]?.({ kind: "stored" });
    }
    await Promise.all(all);
    expect(gateway.counters.batches).toBe(10);
  });

  it("memory for the store counts the objects of a batch, not its frames alone [DAT-08]", async () => {
    const stored = gate<IngestResult>();
    const { gateway } = await testGateway({ limits: { inFlightBytes: 16 * 1024 }, ingest: () => stored.promise });
    const { socket, heard } = await rawSocket(gateway.mqttPort);
    socket.write(protocolVector("mqtt-connect").payload);
    for (let id = 1; id <= 8; id++) socket.write(publishBytes(4, id, FRAMES, PAYLOAD));
    socket.write(PING);
    await vi.waitFor(() => expect(pingsIn(heard())).toBe(1));
    expect(gateway.counters.batches).toBe(4);
    stored.open({ kind: "stored" });
    await vi.waitFor(() => expect(gateway.counters.batches).toBe(8));
  });

  it.each([
    ["gps", { positions: [{ time: 1_763_000_000_000, latitude: 31.25, longitude: 121.5 }] }],
    ["points", { points: [{ time: 1_763_000_000_000, group: "battery", values: { soc: 80 } }] }],
  ] as const)(
    "%s of QoS 0 wait with their connection while the store is away, none is lost [DAT-08]",
    async (kind, content) => {
      const stored = gate<void>();
      const receive = vi.fn(() => stored.promise);
      const { gateway } = await testGateway({ limits: { inFlightBytes: 16 * 1024 }, receive });
      const { socket, heard } = await rawSocket(gateway.mqttPort);
      socket.write(protocolVector("mqtt-connect").payload);
      for (let i = 0; i < 50; i++) socket.write(publishBytes0(upTopic(DEVICE, kind), JSON.stringify(content)));
      socket.write(PING);
      await vi.waitFor(() => expect(pingsIn(heard())).toBe(1));
      expect(receive.mock.calls.length).toBeLessThanOrEqual(7);
      stored.open();
      await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(50));
    },
  );

  it("a message that no frame store takes does not wait for one [DAT-08]", async () => {
    const receive = vi.fn(() => gate<void>().promise);
    const { gateway } = await testGateway({ limits: { inFlightBytes: 1 }, receive });
    const { socket } = await rawSocket(gateway.mqttPort);
    socket.write(protocolVector("mqtt-connect").payload);
    const status = JSON.stringify({ time: 1_763_000_000_000, firmware_version: "1.0" });
    for (let i = 0; i < 5; i++) socket.write(publishBytes0(upTopic(DEVICE, "status"), status));
    await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(5));
  });

  const PING = Buffer.from([0xc0, 0]);
  const pingsIn = (heard: Buffer) => formatHex(heard).split("D000").length - 1;

  it.each([
    ["with 64 unacknowledged batches of 3.1.1", 4, {}, 64],
    ["with more batches than it handles", 4, { receiveMaximum: 2 }, 20],
    ["at full memory for the store, 3.1.1", 4, { inFlightBytes: 1 }, 20],
    ["at full memory for the store, MQTT 5", 5, { inFlightBytes: 1 }, 20],
  ] as const)("PINGREQ is answered at once %s [DAT-08]", async (_, version, limits, batches) => {
    const stored = gate<IngestResult>();
    const { gateway } = await testGateway({ limits, ingest: () => stored.promise });
    const { socket, heard } = await rawSocket(gateway.mqttPort);
    socket.write(version === 5 ? connectBytes5() : protocolVector("mqtt-connect").payload);
    for (let id = 1; id <= batches; id++) socket.write(publishBytes(version, id, FRAMES, PAYLOAD));
    for (let pings = 1; pings <= 3; pings++) {
      socket.write(PING);
      await vi.waitFor(() => expect(pingsIn(heard())).toBe(pings));
    }
    expect(gateway.counters.batches).toBeLessThanOrEqual(64);
    stored.open({ kind: "stored" });
    await vi.waitFor(() => expect(gateway.counters.batches).toBe(batches));
    socket.write(PING);
    await vi.waitFor(() => expect(pingsIn(heard())).toBe(4));
  });

  it.each([{ lookAheadBytes: 1 }, { lookAheadTotalBytes: 1 }])(
    "no more than %j is read of messages that wait [DAT-08]",
    async (bound) => {
      const stored = gate<IngestResult>();
      const { gateway } = await testGateway({ limits: { inFlightBytes: 1, ...bound }, ingest: () => stored.promise });
      const { socket, heard } = await rawSocket(gateway.mqttPort);
      socket.write(protocolVector("mqtt-connect").payload);
      for (const id of [1, 2]) socket.write(publishBytes(4, id, FRAMES, PAYLOAD));
      await vi.waitFor(() => expect(gateway.counters.batches).toBe(1));
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.write(PING);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(pingsIn(heard())).toBe(0);
      stored.open({ kind: "stored" });
      await vi.waitFor(() => expect(pingsIn(heard())).toBe(1));
    },
  );

  it("the same message again while the first waits is one [DAT-08]", async () => {
    const stored = gate<IngestResult>();
    const ingest = vi.fn(() => stored.promise);
    const { gateway } = await testGateway({ ingest });
    const { socket, heard } = await rawSocket(gateway.mqttPort);
    const again = publishBytes(4, 1, FRAMES, PAYLOAD);
    again[0] = 0x3a;
    socket.write(Buffer.concat([protocolVector("mqtt-connect").payload, publishBytes(4, 1, FRAMES, PAYLOAD), again]));
    await vi.waitFor(() => expect(ingest).toHaveBeenCalledTimes(1));
    stored.open({ kind: "stored" });
    await vi.waitFor(() => expect(formatHex(heard())).toBe("20020000" + "40020001"));
  });
});

describe("the bytes of the page", () => {
  it("a beginning in 3.1.1 is answered byte for byte [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const { socket, heard } = await rawSocket(gateway.mqttPort);
    const said = ["mqtt-connect", "mqtt-subscribe", "mqtt-publish"].map((name) => protocolVector(name).payload);
    const answers = ["mqtt-connack", "mqtt-suback"].map((name) => protocolVector(name).payload);
    socket.write(Buffer.concat(said));
    await vi.waitFor(() => expect(formatHex(heard())).toContain(formatHex(protocolVector("mqtt-puback").payload)));
    expect(heard().subarray(0, 9).equals(Buffer.concat(answers))).toBe(true);
    expect(heard().toString("latin1")).toContain('"method":"time.sync"');
  });
});
