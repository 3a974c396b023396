import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { readErrorFrame } from "@canopy/can/bus/error-frame";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { FLAG_ERROR, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { gpsMessage } from "@canopy/contract/device-link/gps";
import { methods } from "@canopy/contract/device-link/methods";
import { replyMessage } from "@canopy/contract/device-link/requests";
import { statusMessage } from "@canopy/contract/device-link/status";
import { CONFIG_EDGES, withSetting } from "@canopy/contract/device-link/test-config-edges";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import { udsMessage } from "@canopy/contract/device-link/uds-job";
import { describe, expect, it, vi } from "vitest";
import { simulatedKey } from "../bus/ecu.ts";
import type { Delivery, Uplink } from "../link/uplink.ts";
import type { VehicleKind } from "../vehicles/vehicle.ts";
import { Random } from "../world/random.ts";
import { Configuration } from "./configuration.ts";
import { Terminal } from "./terminal.ts";

vi.setConfig({ testTimeout: 60_000 });

const START_US = 1_800_000_000_000_000;

/** A server without a network: every message is kept, every batch acknowledged at once or as told. */
class FakeLink implements Uplink {
  isOnline = true;
  readonly sent: { topic: UpTopic; payload: Uint8Array | string }[] = [];
  deliver: (settled: (delivery: Delivery) => void, payload: Uint8Array | string) => void = (settled) => settled("done");

  publish(topic: UpTopic, payload: Uint8Array | string, settled: (delivery: Delivery) => void = () => {}): void {
    this.sent.push({ topic, payload });
    if (topic === "frames") this.deliver(settled, payload);
  }

  cut(): void {}

  async close(): Promise<void> {}

  json(topic: UpTopic): unknown[] {
    return this.sent.filter((one) => one.topic === topic).map(({ payload }) => JSON.parse(String(payload)));
  }

  frames(): Frame[] {
    return this.sent.flatMap(({ topic, payload }) =>
      topic === "frames" && typeof payload !== "string" ? read(payload) : [],
    );
  }
}

function read(payload: Uint8Array): Frame[] {
  const batch = new FrameBatch();
  const header = decodeCb1(payload, batch, (body) => inflateRawSync(body));
  expect(header.ok).toBe(true);
  return Array.from({ length: batch.length }, (_, i) => ({ ...batch.at(i), data: batch.at(i).data.slice() }));
}

function terminal(kind: VehicleKind = "ev", seed = "t") {
  const device = new Terminal({ deviceId: "D", kind, seed, startUs: START_US, epoch: 42 });
  const link = new FakeLink();
  device.attach(link);
  device.online();
  let nowUs = START_US;
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      nowUs += 50_000;
      device.advance(nowUs);
    }
  };
  let id = 0;
  const ask = async (method: string, params: unknown = {}) => {
    const message = { id: String(++id), method, params, deadline: device.timeMs + 60_000 };
    device.received("request", Buffer.from(JSON.stringify(message)));
    const isAnswered = () => link.json("reply").find((reply) => replyMessage.parse(reply).id === message.id);
    for (let tries = 0; tries < 400 && !isAnswered(); tries++) {
      pass(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return replyMessage.parse(isAnswered());
  };
  return { device, link, pass, ask };
}

const resultOf = (reply: unknown): Record<string, unknown> => ({
  ...(reply as { result?: Record<string, unknown> }).result,
});

describe("a terminal", () => {
  it("sends batches, positions and status as the contract wants them [DEV-12]", () => {
    const { link, pass } = terminal();
    pass(12_000);
    expect(link.frames().length).toBeGreaterThan(5000);
    expect(link.json("gps").length).toBeGreaterThan(0);
    for (const message of link.json("gps")) expect(gpsMessage.safeParse(message).success).toBe(true);
    const status = link
      .json("status")
      .map((message) => statusMessage.parse(message))
      .at(-1);
    expect(status).toMatchObject({ sd_state: "recording", firmware_version: "4.17.02", config_revision: 0 });
    expect(status?.channels?.map(({ channel }) => channel).sort((a, b) => a - b)).toEqual([0, 1, 32, 48, 64]);
  });

  it("keeps everything through random cuts: complete, in order, nothing acknowledged twice [DAT-08]", () => {
    const random = new Random("cuts");
    const { device, link, pass } = terminal("truck");
    const stored: number[] = [];
    const seen: number[] = [];
    let late: (() => void)[] = [];
    link.deliver = (settled, payload) => {
      const sequence = Number(Buffer.from(payload).readBigUInt64LE(8));
      seen.push(sequence);
      expect(stored).not.toContain(sequence);
      late.push(() => {
        stored.push(sequence);
        settled("done");
      });
    };
    for (let round = 0; round < 60; round++) {
      pass(random.whole(1, 10) * 100);
      const acknowledged = late.splice(0, random.whole(0, late.length));
      for (const settle of acknowledged) settle();
      if (!random.chance(0.3)) continue;
      late = [];
      link.isOnline = false;
      device.offline();
      pass(random.whole(1, 20) * 100);
      link.isOnline = true;
      device.online();
    }
    while (late.length > 0) for (const settle of late.splice(0)) settle();
    expect(stored).toEqual(Array.from({ length: device.outbox.nextSequence }, (_, i) => i));
    expect(seen.length).toBeGreaterThan(stored.length);
  });

  it("sees error frames while its bus is jammed, counts them, and recovers afterwards [DEV-12]", () => {
    const { device, link, pass } = terminal();
    pass(1000);
    expect(device.errors.of(0)).toEqual({ state: "active", rec: 0, tec: 0 });
    const fault = device.vehicle.vehicle.faults.list.find(({ kind }) => kind.jams !== undefined);
    if (fault) Object.assign(fault, { isActive: true, leftS: 3 });
    pass(3000);
    const errors = () => link.frames().filter(({ flags }) => flags & FLAG_ERROR);
    const said = errors().map(({ data }) => readErrorFrame(data));
    expect(said.length).toBeGreaterThanOrEqual(40);
    expect(said[0]).toEqual({ state: "active", rec: 8, tec: 0 });
    expect(new Set(said.map((one) => one?.state))).toEqual(new Set(["active", "warning", "passive"]));
    expect(new Set(errors().map(({ channel }) => channel))).toEqual(new Set([0]));
    const times = link.frames().map(({ timeUs }) => timeUs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    pass(12_000);
    const seen = errors().length;
    pass(12_000);
    expect(errors()).toHaveLength(seen);
    const status = link.json("status").map((message) => statusMessage.parse(message));
    expect(status.at(-1)?.channels?.find(({ channel }) => channel === 0)).toMatchObject({
      state: "active",
      rec: 0,
      tec: 0,
    });
  });

  it("puts sent frames on its own bus and hears them there [DEV-06]", async () => {
    const { link, ask, pass } = terminal();
    const frames = [
      { channel: 0, id: 0x123, data: "0102030405060708" },
      { channel: 1, id: 0x1abcdef0, extended: true, data: "AA", delay_ms: 100 },
    ];
    const reply = await ask("frames.send", { frames, repeat: 2, period_ms: 50 });
    expect(methods["frames.send"].result.parse(resultOf(reply)).items).toEqual([{ ok: true }, { ok: true }]);
    pass(1000);
    const sent = link.frames().filter(({ flags }) => (flags & FLAG_TX) !== 0);
    expect(sent.map(({ channel, id }) => [channel, id])).toEqual([
      [0, 0x123],
      [1, 0x1abcdef0],
      [0, 0x123],
      [1, 0x1abcdef0],
    ]);
  });

  it("stops one list by its name and goes on with the others [DEV-06]", async () => {
    const { link, ask, pass } = terminal();
    const frames = [{ channel: 0, id: 0x7df, data: "02010C" }];
    for (const job of ["one", "two"]) await ask("frames.send", { frames, repeat: 0, period_ms: 100, job });
    await ask("frames.stop", { job: "one" });
    pass(100);
    const told = () => link.json("status").map((status) => statusMessage.parse(status).sending);
    expect(told().at(-1)).toMatchObject([{ job: "two" }]);
    await ask("frames.stop", { job: "unknown" });
    pass(2500);
    expect(told().at(-1)).toMatchObject([{ job: "two" }]);
  });

  it("says in its status what it sends and how much, also of two lists at once, and that it has ended [DEV-06]", async () => {
    const { device, link, ask, pass } = terminal();
    const frames = [{ channel: 0, id: 0x7df, data: "02010C" }];
    await ask("frames.send", { frames, repeat: 0, period_ms: 100, job: "one" });
    await ask("frames.send", {
      frames: [{ channel: 1, id: 0x10, data: "01" }],
      repeat: 5,
      period_ms: 1000,
      job: "two",
    });
    const told = () => link.json("status").map((status) => statusMessage.parse(status).sending);
    expect(told()).toContainEqual([expect.objectContaining({ job: "one", repeat: 0, period_ms: 100 })]);
    pass(2500);
    const [one, two] = told().at(-1) ?? [];
    expect([one?.job, two?.job]).toEqual(["one", "two"]);
    expect(one?.sent).toBeGreaterThanOrEqual(20);
    expect(two?.sent).toBeLessThanOrEqual(3);
    pass(5000);
    expect(told().at(-1)).toMatchObject([{ job: "one" }]);
    await ask("frames.stop");
    pass(100);
    expect(told().at(-1)).toEqual([]);
    const sent = link.frames().length;
    expect(device.transmitter.isIdle).toBe(true);
    pass(1000);
    expect(
      link
        .frames()
        .slice(sent)
        .some(({ flags }) => (flags & FLAG_TX) !== 0),
    ).toBe(false);
  });

  it("stops what it sends when nobody could stop it any more [DEV-06]", async () => {
    const { device, ask } = terminal();
    await ask("frames.send", { frames: [{ channel: 0, id: 0x7df, data: "02010C" }], repeat: 0, period_ms: 100 });
    expect(device.transmitter.isIdle).toBe(false);
    device.offline();
    expect(device.transmitter.isIdle).toBe(true);
  });

  it("refuses to send on a channel that only listens, and frames that cannot be [DEV-06]", async () => {
    const { device, ask } = terminal();
    expect(await ask("frames.send", { frames: [{ channel: 9, id: 1 }] })).toMatchObject({ ok: false, code: "failed" });
    const tooLong = { channel: 0, id: 1, data: "00".repeat(9) };
    expect(await ask("frames.send", { frames: [tooLong] })).toMatchObject({ ok: false, code: "badParams" });
    const config = structuredClone(device.configuration.current);
    for (const channel of config.can) channel.mode = "listen_only";
    device.configuration.write(1, config);
    expect(await ask("frames.send", { frames: [{ channel: 0, id: 1 }] })).toMatchObject({ ok: false, code: "failed" });
  });

  it.each(CONFIG_EDGES)("keeps the range of %s as page and server do [DEV-05]", (_, path, from, to) => {
    const configuration = new Configuration("ev");
    for (const within of [from, to]) expect(configuration.write(1, withSetting(path, within))).toBe(true);
    const { hash } = configuration;
    for (const beyond of [from - 1, to + 1]) expect(configuration.write(2, withSetting(path, beyond))).toBe(false);
    expect([configuration.hash, configuration.revision]).toEqual([hash, 1]);
  });

  it("takes a configuration as a whole or not at all, and obeys it [DEV-05]", async () => {
    const { device, link, ask, pass } = terminal();
    const { config } = methods["config.read"].result.parse(resultOf(await ask("config.read")));
    const deadline = device.timeMs + 10_000;
    const write = (id: string, revision: number, changed: unknown) =>
      device.received("config", Buffer.from(JSON.stringify({ id, revision, config: changed, deadline })));
    write("bad", 4, { ...config, gps: { enabled: true, period_s: 1801 } });
    const upload = { cache: 10, filters: [{ channel: 0, from_id: 0x100, to_id: 0x101 }] };
    write("good", 5, { ...config, upload, lin: [] });
    pass(2000);
    const before = link.sent.length;
    pass(3000);
    const replies = link.json("reply");
    expect(replies).toContainEqual({ id: "bad", ok: false, code: "badParams" });
    expect(replies).toContainEqual({ id: "good", ok: true, result: { hash: device.configuration.hash } });
    const later = link.sent
      .slice(before)
      .flatMap(({ topic, payload }) => (topic === "frames" ? read(Buffer.from(payload)) : []));
    expect(new Set(later.filter(({ channel }) => channel === 0).map(({ id }) => id))).toEqual(new Set([0x100, 0x101]));
    expect(later.some(({ channel }) => channel === 32)).toBe(false);
    expect(device.configuration.revision).toBe(5);
  });

  it("lists its files and puts one where it is told, also from an offset [FIL-02]", async () => {
    const { link, ask, pass } = terminal();
    pass(65_000);
    const listed = methods["files.list"].result.parse(resultOf(await ask("files.list", { page_size: 100 })));
    expect(new Set(listed.files.map(({ name }) => name))).toEqual(
      new Set([1, 2].flatMap((n) => ["CAN1", "CAN2", "LIN1", "DI", "GPS"].map((kind) => `${kind}_000${n}.rec`))),
    );
    expect(listed).toMatchObject({ total_size: 10, total_mb: 30_436 });
    const ofCan2 = resultOf(await ask("files.list", { content: "can", channel: 1, page_size: 1 }));
    expect(ofCan2).toMatchObject({ total_size: 2, files: [{ name: "CAN2_0001.rec", channel: 1 }] });
    expect(listed.files.filter(({ writing }) => writing)).toHaveLength(5);
    const file = listed.files.find(({ name }) => name === "CAN1_0001.rec");
    const pieces: { at: number; bytes: Buffer }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const at = Number(new URL(request.url ?? "", "http://x").searchParams.get("offset"));
      pieces.push({ at, bytes: Buffer.concat(chunks) });
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const uploaded = async (offset: number) => {
      const count = link.json("files").length;
      await ask("files.upload", { name: file?.name, url, offset });
      await vi.waitFor(() => expect(link.json("files").slice(count).at(-1)).toMatchObject({ state: "done" }), 10_000);
    };
    await uploaded(0);
    const whole = Buffer.concat(pieces.splice(0).map(({ bytes }) => bytes));
    await uploaded(1000);
    server.close();
    expect(whole.length).toBe(file?.size);
    expect(whole.toString("latin1", 0, 200)).toMatch(/^\(18\d{8}\.\d{6}\) can0 /);
    expect(pieces[0]?.at).toBe(1000);
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(whole.subarray(1000))).toBe(true);
    expect(await ask("files.upload", { name: "none", url })).toMatchObject({ ok: false, code: "failed" });
  });

  it("follows a route: its positions move by no more than its speed allows [DEV-12]", () => {
    const { link, pass } = terminal("truck");
    pass(120_000);
    const track = link.json("gps").flatMap((message) => gpsMessage.parse(message).positions);
    expect(track.length).toBeGreaterThan(60);
    const metres = track.slice(1).map((to, i) => {
      const from = track[i] ?? to;
      const north = (to.latitude - from.latitude) * 111_320;
      const east = (to.longitude - from.longitude) * 111_320 * Math.cos((to.latitude * Math.PI) / 180);
      return Math.hypot(north, east) / Math.max(1, (to.time - from.time) / 1000);
    });
    expect(Math.max(...metres)).toBeGreaterThan(1);
    expect(Math.max(...metres)).toBeLessThan(60);
  });

  it("sends refused batches again when there is room [CAP-05]", () => {
    const { device, link, pass } = terminal();
    const refuse = { isOn: true };
    link.deliver = (settled, payload) => {
      const sequence = Number(Buffer.from(payload).readBigUInt64LE(8));
      const params = { epoch: 42, sequence, reason: "capacityFull" };
      const notice = { id: `full-${sequence}`, method: "storage.full", params };
      if (refuse.isOn) device.received("request", Buffer.from(JSON.stringify(notice)));
      settled("done");
    };
    pass(2000);
    const count = device.outbox.nextSequence;
    expect(device.outbox.waiting).toBe(count);
    refuse.isOn = false;
    const before = link.sent.length;
    device.received("request", Buffer.from(JSON.stringify({ id: "2", method: "storage.ok" })));
    const again = link.sent.slice(before).map(({ payload }) => Number(Buffer.from(payload).readBigUInt64LE(8)));
    expect(again).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(device.outbox.waiting).toBe(0);
  });

  it("answers what it does not know, and what comes too late [DEV-12]", async () => {
    const { device, link, ask } = terminal();
    expect(await ask("coffee.make")).toMatchObject({ ok: false, code: "unknownMethod" });
    expect(await ask("files.delete", {})).toMatchObject({ ok: false, code: "badParams" });
    const late = { id: "late", method: "record.stop", params: {}, deadline: device.timeMs - 1 };
    device.received("request", Buffer.from(JSON.stringify(late)));
    await vi.waitFor(() => expect(link.json("reply")).toContainEqual({ id: "late", ok: false, code: "late" }));
    expect(device.card.state).toBe("recording");
  });

  it("does once what it is asked twice with one id [DEV-12]", async () => {
    const { device, link, pass } = terminal();
    const params = { frames: [{ channel: 0, id: 0x77, data: "01" }] };
    const message = Buffer.from(
      JSON.stringify({ id: "same", method: "frames.send", params, deadline: device.timeMs + 9000 }),
    );
    device.received("request", message);
    pass(500);
    device.received("request", message);
    pass(1000);
    await vi.waitFor(() => expect(link.json("reply")).toHaveLength(1));
    expect(link.frames().filter(({ flags }) => (flags & FLAG_TX) !== 0)).toHaveLength(1);
  });
});

describe("diagnosis through the terminal [DEV-12]", () => {
  const BMS = { request_id: 0x7e4, response_id: 0x7ec };

  it("reads identifiers in several frames, and the negative answer", async () => {
    const { device, link, ask, pass } = terminal();
    const vin = resultOf(await ask("uds.request", { ...BMS, data: "22F190" }));
    expect(vin.outcome).toBe("positive");
    expect(Buffer.from(String(vin.data).slice(6), "hex").toString()).toBe(device.vehicle.vehicle.vin);
    const unknown = resultOf(await ask("uds.request", { ...BMS, data: "22FFFF" }));
    expect(unknown).toEqual({ outcome: "negative", service: 0x22, code: 0x31 });
    await ask("uds.request", { ...BMS, data: "3E00" });
    pass(1000);
    const onBus = link.frames().filter(({ id }) => id === BMS.request_id || id === BMS.response_id);
    expect(onBus.length).toBeGreaterThanOrEqual(6);
    expect(onBus.filter(({ id }) => id === BMS.request_id).every(({ flags }) => (flags & FLAG_TX) !== 0)).toBe(true);
  });

  it("unlocks, writes, and gives a silent ECU its time-out", async () => {
    const { ask } = terminal();
    await ask("uds.request", { ...BMS, data: "1003" });
    const seed = String(resultOf(await ask("uds.request", { ...BMS, data: "2701" })).data).slice(4);
    const key = Buffer.from(simulatedKey(Buffer.from(seed, "hex"))).toString("hex");
    expect(resultOf(await ask("uds.request", { ...BMS, data: `2702${key}` }))).toMatchObject({ data: "6702" });
    expect(resultOf(await ask("uds.request", { ...BMS, data: "2EF1980102" }))).toMatchObject({ data: "6EF198" });
    expect(resultOf(await ask("uds.request", { ...BMS, data: "22F198" }))).toMatchObject({ data: "62F1980102" });
    const nobody = { request_id: 0x700, response_id: 0x708, data: "3E00" };
    expect(resultOf(await ask("uds.request", nobody))).toEqual({ outcome: "timeout", cause: "p2" });
  });

  it("reads the codes of a fault of the vehicle, and clears them", async () => {
    const { device, ask } = terminal("truck");
    const engine = { request_id: 0x18da00f1, response_id: 0x18daf100 };
    const fault = device.vehicle.vehicle.faults.list.find(({ kind }) => kind.name === "CoolantHot");
    if (fault) Object.assign(fault, { isStored: true, occurrences: 1 });
    const codes = () => ask("uds.request", { ...engine, data: "1902FF" }).then((reply) => resultOf(reply).data);
    expect(await codes()).toBe("5902FF0217002C");
    await ask("uds.request", { ...engine, data: "14FFFFFF" });
    expect(await codes()).toBe("5902FF");
  });
});

describe("diagnostic jobs of the terminal [UDS-01] [DEV-12]", () => {
  const BMS = { physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df };
  const algorithm = { levels: { "1": [{ op: "xor", bytes: "5A" }, { op: "addIndex" }] } };
  const messagesOf = (link: FakeLink) => link.json("uds").map((message) => udsMessage.parse(message));

  it("run a list of requests with its own times: session, unlock, write, pending, codes with snapshot and extended data", async () => {
    const { device, link, ask, pass } = terminal();
    const steps = [
      { data: "1003" },
      { data: "22F190" },
      { unlock: 1, algorithm },
      { data: "2EF1980102" },
      { data: "3101FF00440800000000000100" },
      { data: "1902FF" },
      { data: "19041E001301" },
      { data: "19061E001301" },
    ];
    expect(await ask("uds.run", { job: "j1", settings: BMS, steps })).toMatchObject({ ok: true });
    pass(3000);
    const messages = messagesOf(link);
    const events = messages.flatMap((message) => message.events);
    expect(messages.at(-1)?.end).toBe("done");
    expect(messages.length).toBeGreaterThan(1);
    expect(events.map(({ n }) => n)).toEqual(events.map((_, i) => i));
    expect(events.filter(({ kind }) => kind === "pending").length).toBeGreaterThan(0);
    const data = events.filter(({ kind }) => kind === "positive").map((event) => event.data);
    expect(data[0]).toBe("5003003201F4");
    expect(data).toContain("6702");
    expect(data).toContain("5902FF1E00132C");
    expect(data.at(-2)).toMatch(/^59041E00132C0103D001....D002........D003....$/);
    expect(data.at(-1)).toBe("59061E00132C0103");
    expect(Math.abs((events[0]?.time_us ?? 0) / 1000 - device.timeMs)).toBeLessThan(60_000);
    const vin = events.find((event) => event.data.startsWith("62F190"));
    expect(vin?.frames.length).toBeGreaterThanOrEqual(4);
  });

  it("hold the session with 3E until it is ended, refuse a second job and a listening channel, and can be cancelled", async () => {
    const { link, ask, pass } = terminal();
    expect(await ask("uds.run", { job: "a", settings: BMS, steps: [{ data: "1003" }] })).toMatchObject({ ok: true });
    pass(9000);
    const keepAlives = () => link.frames().filter(({ id, data }) => id === BMS.physical_id && data[1] === 0x3e);
    expect(keepAlives().length).toBeGreaterThanOrEqual(3);
    const slow = [{ unlock: 1, algorithm }, { data: "3101FF00440800000000000100" }];
    await ask("uds.run", { job: "b", settings: BMS, steps: slow });
    expect(await ask("uds.run", { job: "c", settings: BMS, steps: [{ data: "3E00" }] })).toMatchObject({
      code: "busy",
    });
    await ask("uds.cancel", { job: "b" });
    expect(messagesOf(link).find(({ job, end }) => job === "b" && end)?.end).toBe("cancelled");
    await ask("uds.end");
    pass(1000);
    const count = keepAlives().length;
    pass(9000);
    expect(keepAlives()).toHaveLength(count);
    const listening = { ...BMS, channel: 9 };
    expect(await ask("uds.run", { job: "d", settings: listening, steps: [{ data: "3E00" }] })).toMatchObject({
      code: "channelListens",
    });
  });

  it("end with the connection: nothing is sent that nobody could stop", async () => {
    const { device, link, ask, pass } = terminal();
    await ask("uds.run", { job: "a", settings: BMS, steps: [{ data: "1003" }] });
    device.offline();
    pass(1000);
    const count = link.frames().filter(({ id }) => id === BMS.physical_id).length;
    pass(9000);
    expect(link.frames().filter(({ id }) => id === BMS.physical_id)).toHaveLength(count);
  });
});
