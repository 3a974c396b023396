import { formatHex } from "@canopy/can/bytes/hex";
import { decodeCandtuFields, encodeCandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { type CandtuUp, candtuDownTopic, candtuUpTopic } from "@canopy/contract/device-link/candtu-topics";
import type { MqttClient } from "mqtt";
import { describe, expect, it } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import {
  DEVICE,
  KEY,
  OTHER,
  type PlainGateway,
  terminal,
  testGateway,
  type Version,
} from "../../testing/terminals/test-gateway.ts";
import type { GatewayOptions } from "../gateway/gateway.ts";
import { CandtuIdentities } from "./candtu-identity.ts";
import { loginCandtu } from "./candtu-login.ts";
import { sealCandtuToken } from "./candtu-token.ts";
import { candtuDialect } from "./dialect-candtu.ts";
import { canopyDialect } from "./dialect-canopy.ts";

const SECRET = "a secret of the tests";
const VERSIONS: Version[] = [4, 5];
const ADDRESS = { owner: "tenant", type: "candtu", deviceId: DEVICE };
const up = (kind: CandtuUp, name?: string) => candtuUpTopic(ADDRESS, kind, name);
const DOWN = candtuDownTopic(ADDRESS);
const MQTT = { host: "cars.example", port: 1883, sslport: 8883 };

const candtuGateway = (options: Partial<GatewayOptions> = {}) =>
  testGateway({ dialects: [canopyDialect, candtuDialect(SECRET)], ...options });

/** Logs in as the terminals do, then connects. */
async function candtu(gateway: PlainGateway, version: Version, now = Date.now): Promise<MqttClient> {
  const authenticate = async (deviceId: string, key: string) =>
    key === KEY ? { deviceId, tenantId: "tenant", thingsId: "thing", bindingNumber: 1, keyVersion: 1 } : undefined;
  const login = { type: "candtu", devices: [DEVICE], secret: KEY };
  const reply = await loginCandtu(login, { authenticate, secret: SECRET, mqtt: MQTT, now });
  const credentials = { username: reply?.clientip ?? "", password: reply?.token ?? "" };
  return terminal(gateway, version, { clientId: `candtu:${DEVICE}`, ...credentials });
}

describe.each(VERSIONS)("a candtu terminal of MQTT level %i", (version) => {
  it("sends the records of the page, in Beijing's time, once within ten minutes [DEV-12]", async () => {
    const { gateway, batches, presence } = await candtuGateway();
    const client = await candtu(gateway, version);
    const { payload, frames } = protocolVector("candtu-raw");
    for (let i = 0; i < 2; i++) await client.publishAsync(up("raw"), payload, { qos: 1 });
    const [batch, again] = batches;
    const read = Array.from({ length: batch?.frames.length ?? 0 }, (_, i) => batch?.frames.at(i));
    expect(read.map((frame) => ({ ...frame, data: formatHex(frame?.data ?? new Uint8Array()) }))).toEqual(frames);
    expect([again?.epoch, again?.sequence]).toEqual([batch?.epoch, batch?.sequence]);
    expect(presence).toMatchObject([{ dialect: "candtu", device: { deviceId: DEVICE } }]);
  });

  it("whose clock is beyond every range loses no records [DAT-08] [DEV-12]", async () => {
    const { gateway, batches } = await candtuGateway();
    const client = await candtu(gateway, version);
    const { payload, frames } = protocolVector("candtu-raw");
    const far = Buffer.from(payload);
    far.writeBigUInt64LE(2n ** 62n + 3_600_000n, 4);
    await client.publishAsync(up("raw"), far, { qos: 1 });
    expect(batches[0]?.frames.length).toBe(frames.length);
    expect(batches[0]?.frames.timeUs[0]).toBe((3_600_000 - 8 * 3_600_000) * 1000);
  });

  it("proves itself by its token, whatever user name it has [DEV-12]", async () => {
    const { gateway } = await candtuGateway();
    const password = sealCandtuToken(SECRET, { deviceId: DEVICE, type: "candtu", key: KEY, atMs: Date.now() });
    await terminal(gateway, version, { clientId: `candtu:${DEVICE}`, username: "10.0.0.7", password });
    expect(gateway.isOnline(DEVICE)).toBe(true);
  });

  it("may say what it sends; words that cannot be read leave the rest of its status [DEV-06]", async () => {
    const { gateway, messages } = await candtuGateway();
    const client = await candtu(gateway, version);
    const sending = [{ job: "a", sent: 5, period_ms: 100 }];
    for (const text of [JSON.stringify(sending), "[", '[{"job":1}]']) {
      const fields = encodeCandtuFields({ version: "4.18", Sending: text });
      await client.publishAsync(up("status"), Buffer.from(fields), { qos: 1 });
    }
    const statuses = messages.map((message) => (message.kind === "status" ? message.status : undefined));
    expect(statuses.map((status) => status?.firmware_version)).toEqual(["4.18", "4.18", "4.18"]);
    expect(statuses.map((status) => status?.sending)).toEqual([sending, undefined, undefined]);
  });

  it("says its data, position, status, logs and warnings [DEV-12]", async () => {
    const { gateway, messages } = await candtuGateway();
    const client = await candtu(gateway, version);
    await client.publishAsync(up("data"), protocolVector("candtu-data").payload, { qos: 1 });
    await client.publishAsync(up("data", "gps"), protocolVector("candtu-position-swapped").payload, { qos: 1 });
    await client.publishAsync(up("status"), protocolVector("candtu-status").payload, { qos: 1 });
    await client.publishAsync(up("log"), protocolVector("candtu-log").payload, { qos: 1 });
    await client.publishAsync(up("warning"), Buffer.from(encodeCandtuFields({ name: "hot" })), { qos: 1 });
    const time = 1_700_000_000_000;
    expect(messages).toMatchObject([
      { kind: "points", points: [{ time, group: "data", values: { speed: 88.5, gear: "D" } }] },
      { kind: "points", points: [{ group: "gps" }] },
      { kind: "gps", positions: [{ time, latitude: 23.13, longitude: 113.26 }] },
      { kind: "status", status: { firmware_version: "4.17.00", sd_state: "recording" } },
      { kind: "log", lines: [{ time, level: "warning", text: "card nearly full" }] },
      { kind: "event", event: { kind: "device.warning", level: "warning", content: { name: "hot" } } },
    ]);
  });

  it("answers commands by their cmdid [DEV-06] [DEV-12]", async () => {
    const { gateway } = await candtuGateway({ now: () => Date.now() });
    const client = await candtu(gateway, version);
    await client.subscribeAsync(DOWN, { qos: 1 });
    const commands: unknown[] = [];
    client.on("message", (_, payload) => {
      const { cmdid = "", ...command } = decodeCandtuFields(payload) ?? {};
      commands.push(command);
      const result = command.name === "StartRec" ? "1" : "0";
      client.publish(up("result"), Buffer.from(encodeCandtuFields({ cmdid, result, msg: "no card" })), { qos: 1 });
    });
    const ask = (method: string, params = {}) => gateway.request(DEVICE, { method, params, timeoutMs: 5000 });
    expect(await ask("record.start")).toMatchObject({ kind: "done", result: { message: "no card" } });
    expect(await ask("files.list", { content: "gps", start_time: 5000, stop_time: 9000 })).toMatchObject({
      kind: "failed",
    });
    expect(await ask("sub_cmd", { a: 1 })).toEqual({ kind: "failed", code: "failed", message: "no card" });
    expect(commands).toEqual([
      { name: "StartRec" },
      { name: "GetRecFileInfo", RecType: "16", StartTime: "5", StopTime: "9" },
      { name: "sub_cmd", a: "1" },
    ]);
  });

  it("is told the time when it asks or comes online [DEV-12]", async () => {
    const { gateway } = await candtuGateway({ now: () => 1_700_000_000_500 });
    const client = await candtu(gateway, version, () => 1_700_000_000_000);
    await client.subscribeAsync(DOWN);
    for (const [topic, payload] of [
      [up("function"), protocolVector("candtu-function").payload],
      [up("online"), Buffer.alloc(0)],
    ] as const) {
      const told = new Promise<Buffer>((resolve) => client.once("message", (_, answer) => resolve(answer)));
      client.publish(topic, payload, { qos: 1 });
      expect(decodeCandtuFields(await told)).toEqual({ mtype: "1", function: "GetServerTime", time: "1700000000" });
    }
  });

  it.each([
    ["time.sync", { server_time: 1_700_000_000_000 }],
    ["files.list", {}],
    ["frames.send", { frames: [{ channel: 0, id: 1 }] }],
  ])("confirms %s in the words of the page [DEV-06] [DEV-12]", async (method, params) => {
    const { gateway } = await candtuGateway();
    const client = await candtu(gateway, version);
    await client.subscribeAsync(DOWN);
    const told = new Promise<Buffer>((resolve) => client.once("message", (_, answer) => resolve(answer)));
    const outcome = gateway.request(DEVICE, { method, params, timeoutMs: 5000 });
    const { cmdid = "", ...command } = decodeCandtuFields(await told) ?? {};
    const { cmdid: _, ...expected } = protocolVector("candtu-command").fields;
    if (method === "time.sync") expect(command).toEqual(expected);
    const answer = { ...protocolVector("candtu-result").fields, cmdid };
    client.publish(up("result"), Buffer.from(encodeCandtuFields(answer)));
    expect(await outcome).toEqual({ kind: "done", result: { message: "ok" }, isPlain: true });
  });

  it("is acknowledged and stays online when its batch is refused: it cannot be told [CAP-05]", async () => {
    const { gateway } = await candtuGateway({ ingest: async () => ({ kind: "refused", reason: "capacityFull" }) });
    const client = await candtu(gateway, version);
    await client.publishAsync(up("raw"), protocolVector("candtu-raw").payload, { qos: 1 }).catch(() => undefined);
    expect(gateway.counters.refusedBatches).toBe(1);
    expect(gateway.isOnline(DEVICE)).toBe(true);
  });

  it.each([
    ["of another owner", candtuUpTopic({ ...ADDRESS, owner: "other" }, "raw")],
    ["of another terminal", candtuUpTopic({ ...ADDRESS, deviceId: OTHER }, "raw")],
    ["of the native dialect", `canopy/1/${DEVICE}/up/frames`],
    ["downwards", DOWN],
  ])("does not publish to a topic %s [DEV-12]", async (_, topic) => {
    const { gateway, batches } = await candtuGateway();
    const client = await candtu(gateway, version);
    const closed = new Promise((resolve) => client.once("close", () => resolve("closed")));
    const answered = client.publishAsync(topic, "x", { qos: 1 }).catch((error) => error.code);
    expect(await Promise.race([answered, closed])).toBe(version === 5 ? 0x87 : "closed");
    expect(batches).toEqual([]);
  });

  it("listens to its own topics and its broadcasts only [DEV-12]", async () => {
    const { gateway } = await candtuGateway();
    const client = await candtu(gateway, version);
    await client.subscribeAsync([DOWN, `${DOWN}/raw`, "/s2d/b/all", "/s2d/b/candtu", "/s2d/b/tenant/candtu"]);
    for (const topic of [`/s2d/d/tenant/candtu/${OTHER}`, "/s2d/b/other", "/s2d/#"]) {
      await expect(client.subscribeAsync(topic), topic).rejects.toThrow();
    }
  });

  it("is refused with a token that is forged, old or of another [DEV-03]", async () => {
    const { gateway } = await candtuGateway();
    const code = (wrong: "key" | "id") => ({ code: { key: [4, 0x86], id: [2, 0x85] }[wrong][version - 4] });
    const connect = (secret: string, content: object) => {
      const token = { deviceId: DEVICE, type: "candtu", key: KEY, atMs: Date.now(), ...content };
      const clientId = `candtu:${DEVICE}`;
      return terminal(gateway, version, { clientId, username: DEVICE, password: sealCandtuToken(secret, token) });
    };
    await expect(connect("another secret", {})).rejects.toMatchObject(code("key"));
    await expect(connect(SECRET, { atMs: Date.now() - 601_000 })).rejects.toMatchObject(code("key"));
    await expect(connect(SECRET, { key: "changed" })).rejects.toMatchObject(code("key"));
    await expect(connect(SECRET, { deviceId: OTHER })).rejects.toMatchObject(code("id"));
    expect(gateway.onlineDevices()).toEqual([]);
  });
});

describe("the login call", () => {
  it("knows nothing of a wrong secret [DEV-03]", async () => {
    const services = { authenticate: async () => undefined, secret: SECRET, mqtt: MQTT, now: Date.now };
    expect(await loginCandtu({ type: "candtu", devices: [DEVICE], secret: "wrong" }, services)).toBeUndefined();
  });
});

describe("the identity of records", () => {
  const payload = Buffer.from("payload");

  it("is the same within ten minutes, of one terminal [DEV-12]", () => {
    const identities = new CandtuIdentities();
    const first = identities.identify(1, payload, 0);
    expect(identities.identify(1, payload, 599_999)).toMatchObject({ epoch: first.epoch, sequence: 0 });
    expect(identities.identify(1, Buffer.from("other"), 0)).toMatchObject({ epoch: first.epoch, sequence: 1 });
    expect(identities.identify(2, payload, 0).epoch).not.toBe(first.epoch);
    expect(identities.identify(1, payload, 600_000)).toMatchObject({ sequence: 2 });
  });
});
