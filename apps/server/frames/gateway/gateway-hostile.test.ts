import { createConnection } from "node:net";
import { upTopic } from "@canopy/contract/device-link/topics";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import { connectBytes5, DEVICE, KEY, rawSocket, terminal, testGateway } from "../../testing/terminals/test-gateway.ts";

const CONNECT = protocolVector("mqtt-connect").payload;
const text = (bytes: Buffer) => Buffer.concat([Buffer.from([0, bytes.length]), bytes]);
/** A PUBLISH with QoS 0 on a topic of these bytes. */
const publishTo = (topic: Buffer) => {
  const rest = Buffer.concat([text(topic), Buffer.from("{}")]);
  return Buffer.concat([Buffer.from([0x30, rest.length]), rest]);
};
const altered = (at: number, byte: number) => {
  const copy = Buffer.from(CONNECT);
  copy[at] = byte;
  return copy;
};

const BEFORE_CONNECT: [string, Buffer][] = [
  ["HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ["zeros", Buffer.alloc(64)],
  ["a PINGREQ", Buffer.from([0xc0, 0])],
  ["a PUBLISH", publishTo(Buffer.from("t"))],
  ["a length of five bytes", Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01])],
  ["a CONNECT of 10 MB", Buffer.from([0x10, 0x80, 0xad, 0xe2, 0x04])],
  ["a CONNECT with the reserved flag", altered(9, 0xc3)],
  ["a CONNECT that ends early", Buffer.concat([Buffer.from([0x10, 10]), CONNECT.subarray(2, 12)])],
  ["another protocol name", altered(4, 0x4e)],
];

const AFTER_CONNECT: [string, Buffer][] = [
  ["a second CONNECT", CONNECT],
  ["a CONNACK", Buffer.from([0x20, 2, 0, 0])],
  ["a PUBACK for nothing", Buffer.from([0x40, 2, 0, 1])],
  ["an AUTH of MQTT 5", Buffer.from([0xf0, 0])],
  ["a reserved packet type", Buffer.from([0x00, 0])],
  ["a packet of 10 MB", Buffer.from([0x30, 0x80, 0xad, 0xe2, 0x04])],
  ["a length of five bytes", Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01])],
  ["an empty topic", publishTo(Buffer.alloc(0))],
  ["a topic of bad UTF-8", publishTo(Buffer.from([0x63, 0xff, 0xfe]))],
  ["a topic with a zero", publishTo(Buffer.from("a\0b"))],
  ["a topic with a wildcard", publishTo(Buffer.from("canopy/1/+/up/status"))],
  ["a topic longer than its packet", Buffer.from([0x30, 3, 0xff, 0xff, 0x61])],
  ["QoS 3", Buffer.from([0x36, 5, 0, 1, 0x74, 0, 1])],
  ["message identifier 0", Buffer.from([0x32, 5, 0, 1, 0x74, 0, 0])],
  ["a SUBSCRIBE of nothing", Buffer.from([0x82, 2, 0, 1])],
  ["a SUBSCRIBE with wrong flags", Buffer.from([0x80, 6, 0, 1, 0, 1, 0x74, 0])],
];

describe("a hostile device", () => {
  it.each(BEFORE_CONNECT)("that begins with %s is closed [DEV-12]", async (_, bytes) => {
    const { gateway, presence } = await testGateway();
    const { socket, closed, heard } = await rawSocket(gateway.mqttPort);
    socket.write(bytes);
    await closed;
    expect(heard().length).toBe(0);
    expect(presence).toEqual([]);
  });

  it("of MQTT 3.1 or a later one is told so [DEV-12]", async () => {
    const { gateway } = await testGateway();
    for (const level of [3, 6, 0x84]) {
      const { socket, closed, heard } = await rawSocket(gateway.mqttPort);
      socket.write(altered(8, level));
      await closed;
      expect([...heard()]).toEqual([0x20, 2, 0, 1]);
    }
  });

  it.each(AFTER_CONNECT)("that goes on with %s is closed [DEV-12]", async (_, bytes) => {
    const { gateway, presence, messages } = await testGateway();
    for (const connect of [CONNECT, connectBytes5()]) {
      const { socket, closed } = await rawSocket(gateway.mqttPort);
      socket.write(Buffer.concat([connect, bytes]));
      await closed;
    }
    expect(presence.map(({ reason }) => reason)).toEqual(["connected", "protocol", "connected", "protocol"]);
    expect(messages).toEqual([]);
    expect(gateway.onlineDevices()).toEqual([]);
  });

  it("that says nothing is closed after a while [DEV-12]", async () => {
    const { gateway } = await testGateway({ limits: { connectMs: 30 } });
    const silent = await rawSocket(gateway.mqttPort);
    const slow = await rawSocket(gateway.mqttPort);
    slow.socket.write(CONNECT.subarray(0, 20));
    await Promise.all([silent.closed, slow.closed]);
    expect(gateway.onlineDevices()).toEqual([]);
  });

  it("that nobody can identify in time is closed [DEV-12]", async () => {
    const { gateway, presence } = await testGateway({
      limits: { connectMs: 30 },
      authenticate: () => new Promise(() => undefined),
    });
    const { socket, closed } = await rawSocket(gateway.mqttPort);
    socket.write(CONNECT);
    await closed;
    expect(presence).toEqual([]);
  });

  it("that sends any bytes ends nobody but itself [DEV-12]", async () => {
    const { gateway } = await testGateway({ limits: { connectMs: 200 } });
    const good = await terminal(gateway, 5);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.boolean(), async (bytes, isConnected) => {
        const { socket, closed } = await rawSocket(gateway.mqttPort);
        const connect = Buffer.from(CONNECT.toString("latin1").replaceAll(DEVICE, "00000000000000000000"), "latin1");
        socket.write(isConnected ? Buffer.concat([connect, bytes]) : bytes);
        socket.end();
        await closed;
      }),
      { numRuns: 60 },
    );
    await good.publishAsync(upTopic(DEVICE, "status"), JSON.stringify({ time: 1 }), { qos: 1 });
    expect(gateway.isOnline(DEVICE)).toBe(true);
  });

  it("that claims many frames in few bytes costs nothing [DEV-12]", async () => {
    const { gateway, batches } = await testGateway();
    const client = await terminal(gateway, 4);
    const claim = Buffer.from(protocolVector("cb1-classic").payload.subarray(0, 26));
    claim.writeUInt16LE(10_000, 16);
    const bomb = Buffer.from(protocolVector("cb1-deflated").payload);
    bomb.writeUInt16LE(0xffff, 16);
    for (const payload of [claim, bomb]) await client.publishAsync(upTopic(DEVICE, "frames"), payload, { qos: 1 });
    expect(batches).toEqual([]);
    expect(gateway.counters.badMessages).toBe(2);
  });

  it("that never reads what it is told is let go [DEV-12]", async () => {
    const { gateway, presence } = await testGateway({ limits: { unsentBytes: 64 * 1024 } });
    const { socket } = await rawSocket(gateway.mqttPort);
    socket.write(Buffer.concat([CONNECT, protocolVector("mqtt-subscribe").payload]));
    await vi.waitFor(() => expect(gateway.notify(DEVICE, "storage.ok", {})).toBe(true));
    socket.pause();
    const params = { topic: "x".repeat(60_000), code: "badMessage" };
    for (let i = 0; i < 2000 && gateway.isOnline(DEVICE); i++) gateway.notify(DEVICE, "error", params);
    expect(presence.at(-1)).toMatchObject({ online: false, reason: "overload" });
  });

  it("that guesses keys is soon not let in at all [DEV-03]", async () => {
    const { gateway } = await testGateway({ limits: { connectionBurst: 60, connectionsPerSecond: 0 } });
    const guesses = Array.from({ length: 5 }, () => terminal(gateway, 4, { password: "guess" }).catch(() => "refused"));
    expect(await Promise.all(guesses)).toEqual(Array(5).fill("refused"));
    await expect(terminal(gateway, 4, { password: KEY })).rejects.toThrow();
    expect(gateway.counters.turnedAway).toBeGreaterThan(0);
  });
});

describe("a reconnect storm", () => {
  it("of 300 terminals comes through, each with one connection [DEV-12]", async () => {
    const { gateway, presence } = await testGateway();
    const sockets = Array.from({ length: 300 }, (_, at) => {
      const id = String(at).padStart(20, "0");
      const socket = createConnection({ host: "127.0.0.1", port: gateway.mqttPort });
      socket.write(Buffer.from(CONNECT.toString("latin1").replaceAll(DEVICE, id), "latin1"));
      socket.on("error", () => undefined);
      return new Promise<Buffer>((resolve) => socket.once("data", resolve)).finally(() => socket.destroy());
    });
    const answers = await Promise.all(sockets);
    expect(answers.every((answer) => answer.equals(Buffer.from([0x20, 2, 0, 0])))).toBe(true);
    expect(presence.filter(({ online }) => online).length).toBe(300);
  });

  it("beyond the bound of an address is turned away before CONNECT [DEV-12]", async () => {
    const { gateway } = await testGateway({ limits: { connectionBurst: 10, connectionsPerSecond: 0 } });
    const opened = await Promise.all(Array.from({ length: 30 }, () => rawSocket(gateway.mqttPort)));
    await Promise.race(opened.map(({ closed }) => closed));
    await vi.waitFor(() => expect(gateway.counters.turnedAway).toBe(20));
  });
});
