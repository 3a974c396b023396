import { COMMAND_METHODS, type Command, commandParams } from "@canopy/contract/devices/commands";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway, type PlainGateway, terminal } from "../../testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

/** The whole way: HTTP call, row, gateway, a terminal on mqtt.js, and back. */
let world: TestApp;
let gateway: PlainGateway;
let manager: TestUser;
let device: TestDevice;

beforeAll(async () => {
  world = await testApp({}, { askDevice: (deviceId, request) => gateway.request(deviceId, request) });
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  gateway = await deviceGateway(world.database.db);
});
afterAll(async () => {
  await gateway?.stop();
  await world?.close();
});
beforeEach(async () => {
  device = await testDevice(world.database.db, manager.tenantId);
});

type Request = { id: string; method: string; params: Record<string, unknown>; deadline?: number };
type Reply = { ok: boolean; result?: unknown; code?: string; message?: string } | undefined;

/** A terminal that answers as it is told. */
async function connected(answer: (request: Request) => Reply): Promise<Request[]> {
  const { deviceId, key } = device;
  const client = await terminal(gateway, 5, { clientId: deviceId, username: deviceId, password: key });
  const heard: Request[] = [];
  for (const name of ["request", "config"]) {
    await client.subscribeAsync(`canopy/1/${deviceId}/down/${name}`);
  }
  client.on("message", (topic, payload) => {
    const request: Request = { method: topic.endsWith("config") ? "config.write" : "", ...JSON.parse(String(payload)) };
    heard.push(request);
    const reply = answer(request);
    if (reply) client.publish(`canopy/1/${deviceId}/up/reply`, JSON.stringify({ id: request.id, ...reply }));
  });
  return heard;
}

const send = (body: Record<string, unknown>, user = manager, headers: Record<string, string> = {}) =>
  world.call(user, { method: "POST", url: `/api/things/${device.thingsId}/commands`, payload: body, headers });
const list = async (query = ""): Promise<{ list: Command[]; pagination: { total_size: number } }> =>
  (await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/commands?${query}` })).json();
const logOf = async (): Promise<LogEntry[]> =>
  (await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/log?kind=command` })).json().list;

describe("a command", () => {
  it("reaches the terminal, waits for its answer and is kept with it [DEV-06]", async () => {
    const heard = await connected(() => ({ ok: true, result: { items: [{ ok: true }, { ok: false }] } }));
    const frames = [
      { channel: 0, id: 0x123, data: "0102" },
      { channel: 1, id: 0x18ff0001, extended: true, remote: true, length: 4 },
    ];
    const answer = await send({ method: "frames.send", params: { frames, repeat: 3, period_ms: 20 } });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    expect(data).toMatchObject({
      method: "frames.send",
      state: "done",
      result: { items: [{ ok: true }, { ok: false }] },
      user_name: "manager_a",
      error_code: null,
    });
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ method: "frames.send", params: { frames, repeat: 3, period_ms: 20 } });
    expect(heard[0]?.deadline).toBeGreaterThan(data.sent_time);
    expect((await list()).list).toEqual([data]);
    const [entry] = await logOf();
    expect(entry).toMatchObject({
      kind: "command",
      user_name: "manager_a",
      content: { method: "frames.send", result: "done", results: [{ ok: true }, { ok: false }] },
    });
    expect(entry?.content.items).toHaveLength(2);
  });

  it("to a terminal that is not there says so, and nothing is queued [DEV-06]", async () => {
    const answer = await send({ method: "record.start" });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "devices.deviceOffline" });
    expect((await list()).list[0]).toMatchObject({ method: "record.start", state: "offline" });
    const heard = await connected(() => ({ ok: true }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(heard).toEqual([]);
  });

  it("that is not answered in time says so [DEV-06]", async () => {
    await connected(() => undefined);
    const answer = await send({ method: "device.reboot", timeout_ms: 300 });
    expect(answer.statusCode).toBe(504);
    expect(answer.json()).toMatchObject({ code: "devices.responseTimeout" });
    expect((await list("state=timeout")).list[0]).toMatchObject({ method: "device.reboot", state: "timeout" });
    expect((await logOf())[0]?.content).toMatchObject({ method: "device.reboot", result: "timeout" });
  });

  it("that the terminal refuses or does not know carries its words [DEV-06]", async () => {
    await connected(({ method }) =>
      method === "card.format"
        ? { ok: false, code: "unknownMethod" }
        : { ok: false, code: "busy", message: "bus-off\0" },
    );
    const refused = await send({ method: "frames.send", params: { frames: [{ channel: 0, id: 1 }] } });
    expect(refused.statusCode).toBe(502);
    expect(refused.json()).toMatchObject({
      code: "devices.commandRefused",
      details: { code: "busy", state: "failed" },
    });
    expect(refused.json().message).toContain("bus-off");
    expect((await send({ method: "card.format" })).json().code).toBe("devices.commandUnknown");
    expect((await list("method=frames.send")).list[0]).toMatchObject({
      state: "failed",
      error_code: "busy",
      error_message: "bus-off",
    });
  });

  it("whose answer cannot be understood is not done [DEV-06]", async () => {
    await connected(() => ({ ok: true, result: { revision: "four" } }));
    const answer = await send({ method: "config.read" });
    expect(answer.statusCode).toBe(502);
    expect(answer.json().code).toBe("devices.badAnswer");
  });

  it("sets the terminal's clock by the server's, whatever the caller says [DEV-06]", async () => {
    const heard = await connected(() => ({ ok: true, result: { device_time: 5 } }));
    await send({ method: "time.sync", params: { server_time: 17 } });
    expect(Math.abs(Number(heard[0]?.params.server_time) - Date.now())).toBeLessThan(60_000);
  });

  it("asks an ECU through the terminal", async () => {
    const responses = [
      { id: 0x7e8, data: "7F2278" },
      { id: 0x7e8, data: "62F1904C46" },
    ];
    const heard = await connected(() => ({ ok: true, result: { responses } }));
    const params = { channel: 0, request_id: 0x7e0, response_id: 0x7e8, data: "22F190" };
    expect((await send({ method: "uds.request", params })).json().data.result).toEqual({ responses });
    expect(heard[0]?.params).toMatchObject({ ...params, fill_byte: 0xcc, timeout_ms: 1000 });
  });

  it("with the same Idempotency-Key is sent once [DEV-06]", async () => {
    const heard = await connected(() => ({ ok: true }));
    const key = { "idempotency-key": `once-${device.thingsId}` };
    const [first, second] = [
      await send({ method: "record.stop" }, manager, key),
      await send({ method: "record.stop" }, manager, key),
    ];
    expect(second.json()).toEqual(first.json());
    expect(heard).toHaveLength(1);
    expect((await list()).pagination.total_size).toBe(1);
  });

  it("is for those alone who may write to the device; readers see the list [USR-03]", async () => {
    const heard = await connected(() => ({ ok: true }));
    const reader = await world.user({
      tenant: "own",
      name: `reader_${device.bindingNumber}`,
      role: "sub",
      level: "none",
    });
    await grantLevel(world.database.db, reader, device.thingsId, "read");
    expect((await send({ method: "record.stop" }, reader)).statusCode).toBe(403);
    expect(heard).toEqual([]);
    const url = `/api/things/${device.thingsId}/commands`;
    expect((await world.call(reader, { method: "GET", url })).statusCode).toBe(200);
  });

  it("leaves a row in the operation log [USR-07]", async () => {
    await connected(() => ({ ok: true }));
    await send({ method: "record.start" });
    const found = await world.database.pool.query(
      "select count(*)::int as n from operation_log where operation = 'devices.sendCommand' and user_name = 'manager_a'",
    );
    expect(found.rows[0].n).toBeGreaterThan(0);
  });

  const frame = { channel: 0, id: 0x7ff };
  it.each([
    ["a standard identifier above 0x7FF", { ...frame, id: 0x800 }],
    ["an extended identifier above 0x1FFFFFFF", { ...frame, id: 0x20000000, extended: true }],
    ["an odd count of hexadecimal digits", { ...frame, data: "012" }],
    ["nine bytes on classic CAN", { ...frame, data: "00".repeat(9) }],
    ["nine bytes on CAN FD", { ...frame, fd: true, data: "00".repeat(9) }],
    ["a remote frame on CAN FD", { ...frame, fd: true, remote: true }],
    ["data in a remote frame", { ...frame, remote: true, data: "00" }],
    ["a remote length of nine", { ...frame, remote: true, length: 9 }],
  ])("does not send %s [DEV-06]", async (_, bad) => {
    const answer = await send({ method: "frames.send", params: { frames: [bad] } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toContain("params");
    expect((await list()).pagination.total_size).toBe(0);
  });

  it("list holds at most 100 items; CAN FD has its lengths [DEV-06]", async () => {
    await connected(({ params }) => ({
      ok: true,
      result: { items: (params.frames as unknown[]).map(() => ({ ok: true })) },
    }));
    const frames = Array.from({ length: 100 }, () => ({ ...frame, fd: true, data: "00".repeat(64) }));
    expect((await send({ method: "frames.send", params: { frames } })).statusCode).toBe(200);
    expect((await send({ method: "frames.send", params: { frames: [...frames, frame] } })).statusCode).toBe(400);
  });

  it("is listed in pages, newest first, by state and time [DEV-06]", async () => {
    for (let i = 0; i < 3; i += 1) await send({ method: i === 1 ? "record.stop" : "record.start" });
    const page = await list("page_size=2");
    expect(page.pagination.total_size).toBe(3);
    expect(page.list.map(({ method }) => method)).toEqual(["record.start", "record.stop"]);
    const first = page.list[1]?.sent_time ?? 0;
    expect((await list(`end_time=${first}`)).pagination.total_size).toBe(1);
    expect((await list("state=done")).pagination.total_size).toBe(0);
  });

  it("whose server died is shown as lost [DEV-06]", async () => {
    await world.database.pool.query(
      `insert into device_commands (tenant_id, things_id, method, params, sent_at, deadline_at)
       values ($1, $2, 'record.start', '{}', now() - interval '2 minutes', now() - interval '1 minute')`,
      [manager.tenantId, device.thingsId],
    );
    expect((await list("state=lost")).list).toHaveLength(1);
  });

  it("takes no method that is not a user's to send", () => {
    for (const method of ["firmware.install", "files.upload", "storage.ok", "error"])
      expect(Object.keys(commandParams)).not.toContain(method);
    expect(COMMAND_METHODS[0]).toBe("frames.stop");
  });
});
