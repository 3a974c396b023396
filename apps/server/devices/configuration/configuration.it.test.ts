import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import { configHash } from "@canopy/contract/device-link/config-hash";
import { CONFIG_IMPORT_MAX_BYTES } from "@canopy/contract/device-link/config-ranges";
import { CONFIG_EDGES, withSetting } from "@canopy/contract/device-link/test-config-edges";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { newDeviceId, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import type { AskDevice, LinkOutcome, LinkRequest } from "../link/device-link.ts";
import { reportStatus } from "../link/report-status.ts";
import { applyConfig } from "./apply-config.ts";
import { configReported, configsDelivered } from "./deliver-config.ts";

/** The far end of the link: a terminal's answers, as a test sets them. */
let answer: (request: LinkRequest, deviceId: string) => LinkOutcome | Promise<LinkOutcome>;
const ask: AskDevice = async (deviceId, request) => answer(request, deviceId);

let world: TestApp;
let acme: TestUser;
let colleague: TestUser;
let device: TestDevice;

const CONFIG = deviceConfig.parse({
  can: [{ channel: 0, enabled: true, baud_rate: 500_000, mode: "normal" }],
  record: { mode: "continuous", file_size_mb: 64 },
  gps: { enabled: true, period_s: 1 },
  upload: { cache: 100 },
});
const withPeriod = (period_s: number): DeviceConfig => ({ ...CONFIG, gps: { ...CONFIG.gps, period_s } });
const takes = (request: LinkRequest): LinkOutcome => ({
  kind: "done",
  result: { hash: configHash(deviceConfig.parse(request.params.config)) },
});

beforeAll(async () => {
  world = await testApp({}, { askDevice: ask });
  acme = await world.user({ tenant: "acme", name: "anna", role: "manager" });
  colleague = await world.user({ tenant: "acme", name: "bert", role: "manager" });
});
beforeEach(async () => {
  device = await testDevice(world.database.db, acme.tenantId);
  answer = takes;
  await goes(true);
});
afterAll(async () => {
  await configsDelivered();
  await world.close();
});

const services = () => ({ db: world.database.db, ask, log: createLog("silent"), now: Date.now });
const goes = (online: boolean, of = device) =>
  reportStatus(world.database.db, of.bindingNumber, { online }, Date.now());
const url = (rest = "", of = device) => `/api/things/${of.thingsId}/configuration${rest}`;
const read = async (of = device) => (await world.call(acme, { url: url("", of) })).json().data;
const put = (user: TestUser, payload: object, of = device) =>
  world.call(user, { method: "PUT", url: url("", of), payload: { base_version: 0, ...payload } });

async function save(config: unknown, base_version: number) {
  const answered = await put(acme, { config, base_version });
  await configsDelivered();
  return answered;
}

describe("a terminal that takes the place of another", () => {
  const swap = async () => {
    const payload = { third_things_id: newDeviceId() };
    const answered = await world.call(acme, { method: "POST", url: `/api/things/${device.thingsId}/swap`, payload });
    expect(answered.statusCode).toBe(200);
    const found = await sql<{ binding: number }>`select binding from things
      where id = ${device.thingsId}`.execute(world.database.db);
    return { ...device, bindingNumber: found.rows[0]?.binding ?? 0 };
  };

  it("takes over its configuration as soon as it connects; what the old one reported is forgotten [DEV-14]", async () => {
    await save(withPeriod(7), 0);
    expect((await read()).desired).toMatchObject({ state: "confirmed" });
    const successor = await swap();
    expect(await read()).toMatchObject({ desired: { version: 1, state: "waiting" }, reported: null });
    await goes(true, successor);
    await configReported(services(), successor.bindingNumber, "00000000");
    await configsDelivered();
    expect(await read()).toMatchObject({
      desired: { version: 1, state: "confirmed" },
      reported: { config: { gps: { period_s: 7 } } },
    });
  });

  it("takes over what the old one had, where nobody saved anything [DEV-14]", async () => {
    answer = () => ({ kind: "done", result: { config: withPeriod(9), revision: 1 } });
    await configReported(services(), device.bindingNumber, configHash(withPeriod(9)));
    expect(await read()).toMatchObject({ desired: null, reported: { config: { gps: { period_s: 9 } } } });
    await swap();
    expect(await read()).toMatchObject({
      desired: { version: 1, state: "waiting", author: "anna", config: { gps: { period_s: 9 } } },
      reported: null,
    });
  });
});

describe("a configuration that is written", () => {
  it("is a version, goes to the terminal and is confirmed by its hash [DEV-05]", async () => {
    const seen: LinkRequest[] = [];
    answer = (request) => {
      seen.push(request);
      return takes(request);
    };
    const answered = await put(acme, { config: CONFIG, note: "first" });
    expect(answered.statusCode).toBe(200);
    await configsDelivered();
    expect(seen).toMatchObject([{ method: "config.write", params: { revision: 1, config: CONFIG } }]);
    const { desired, reported } = await read();
    const hash = configHash(CONFIG);
    expect(desired).toMatchObject({ version: 1, hash, state: "confirmed", author: "anna", note: "first" });
    expect(reported).toMatchObject({ hash, revision: 1, config: CONFIG });
    const log = (await world.call(acme, { url: `/api/things/${device.thingsId}/log?kind=config` })).json();
    expect(log.list).toMatchObject([{ content: { version: 1, result: "confirmed" }, user_name: "anna" }]);
  });

  it("waits for a terminal that is offline and is sent when it is back [DEV-05]", async () => {
    await goes(false);
    answer = () => {
      throw new Error("nobody is there");
    };
    await save(CONFIG, 0);
    expect((await read()).desired).toMatchObject({ state: "waiting", problem: "devices.configOffline" });
    answer = takes;
    await goes(true);
    await configReported(services(), device.bindingNumber, "00000000");
    expect((await read()).desired).toMatchObject({ state: "confirmed", problem: null });
  });

  it("that goes offline in the middle is sent again, to its end [DEV-05]", async () => {
    answer = () => ({ kind: "offline" });
    await save(CONFIG, 0);
    expect((await read()).desired.state).toBe("waiting");
    answer = () => ({ kind: "timeout" });
    for (let i = 0; i < 2; i++) await configReported(services(), device.bindingNumber, undefined);
    expect((await read()).desired).toMatchObject({ state: "waiting", problem: "devices.configTimeout" });
    await configReported(services(), device.bindingNumber, undefined);
    expect((await read()).desired).toMatchObject({ state: "failed", problem: "devices.configTimeout" });
    answer = takes;
    await configReported(services(), device.bindingNumber, undefined);
    expect((await read()).desired.state).toBe("failed");
    // The same again is a new try, not a new version.
    await save(CONFIG, 1);
    expect((await read()).desired).toMatchObject({ version: 1, state: "confirmed" });
  });

  it.each([
    ["badParams", "devices.configRefused"],
    ["unknownMethod", "devices.configUnsupported"],
  ])("that the terminal answers with %s is refused with its reason [DEV-05]", async (code, problem) => {
    answer = () => ({ kind: "failed", code, message: "" });
    await save(CONFIG, 0);
    expect((await read()).desired).toMatchObject({ state: "refused", problem });
  });

  it("is not believed where the terminal reports another hash [DEV-05]", async () => {
    answer = () => ({ kind: "done", result: { hash: "deadbeef" } });
    await save(CONFIG, 0);
    expect((await read()).desired).toMatchObject({ state: "failed", problem: "devices.configHashDiffers" });
  });

  it("of a terminal that says no hash is read back [DEV-05]", async () => {
    const inForce = { revision: 1, config: CONFIG };
    answer = ({ method }) => ({ kind: "done", result: method === "config.read" ? inForce : {} });
    await save(CONFIG, 0);
    expect((await read()).desired.state).toBe("confirmed");
    await save(withPeriod(7), 1);
    expect((await read()).desired).toMatchObject({ version: 2, state: "failed", problem: "devices.configHashDiffers" });
  });

  it("overtakes one that still waits [DEV-05]", async () => {
    await goes(false);
    await save(withPeriod(2), 0);
    await save(withPeriod(3), 1);
    await goes(true);
    await configReported(services(), device.bindingNumber, undefined);
    const { list } = (await world.call(acme, { url: url("/versions") })).json();
    expect(list.map((each: { version: number; state: string }) => [each.version, each.state])).toEqual([
      [2, "confirmed"],
      [1, "superseded"],
    ]);
  });
});

describe("two editors", () => {
  it("the second gets the first one's version and overwrites nothing [DEV-05]", async () => {
    await save(CONFIG, 0);
    const [one, two] = await Promise.all([
      put(acme, { config: withPeriod(10), base_version: 1 }),
      put(colleague, { config: withPeriod(20), base_version: 1 }),
    ]);
    await configsDelivered();
    expect([one.statusCode, two.statusCode].sort()).toEqual([200, 409]);
    const [first, second] = one.statusCode === 200 ? [one, two] : [two, one];
    const { desired } = await read();
    expect(desired).toMatchObject({ version: 2, config: first.json().data.desired.config });
    expect(second.json()).toMatchObject({
      code: "devices.configStale",
      details: { version: 2, config: desired.config },
    });
    expect((await put(colleague, { config: withPeriod(20), base_version: 2 })).statusCode).toBe(200);
    await configsDelivered();
  });
});

describe("what is refused", () => {
  it("beyond every range of the requirement, by its field, and nothing within it [DEV-05]", async () => {
    for (const [name, path, from, to] of CONFIG_EDGES) {
      for (const beyond of [from - 1, to + 1]) {
        const answered = await put(acme, { config: withSetting(path, beyond) });
        expect([answered.statusCode, answered.json().field], name).toEqual([400, `config.${path.join(".")}`]);
      }
    }
    expect((await read()).desired).toBeNull();
    for (const [i, [name, path, from, to]] of CONFIG_EDGES.entries()) {
      const answered = await put(acme, {
        config: withSetting(path, i % 2 === 0 ? from : to),
        base_version: i,
      });
      expect(answered.statusCode, name).toBe(200);
    }
    await configsDelivered();
  });

  it.each([
    ["a period of 1801 s", withPeriod(1801), "config.gps.period_s", "platform.inputInvalid"],
    ["a file of 513 MB", { ...CONFIG, record: { ...CONFIG.record, file_size_mb: 513 } }, "config.record.file_size_mb"],
    [
      "101 %",
      {
        ...CONFIG,
        quotas: [
          { source: 0, percent: 100 },
          { source: "gps", percent: 1 },
        ],
      },
      "config.quotas",
      "devices.configQuota",
    ],
    ["no configuration at all", "hello", "config"],
  ])("%s, by field and code [DEV-05]", async (_, config, field, code = "platform.inputInvalid") => {
    const answered = await put(acme, { config });
    expect(answered.statusCode).toBe(400);
    expect(answered.json()).toMatchObject({ code, field });
    expect((await read()).desired).toBeNull();
  });

  it("a body above 10 MB, and one that is no JSON [DEV-05]", async () => {
    const call = (payload: string) =>
      world.call(acme, { method: "PUT", url: url(), payload, headers: { "content-type": "application/json" } });
    const body = JSON.stringify({ config: CONFIG, base_version: 0 });
    const fill = (bytes: number) => body + " ".repeat(bytes - body.length);
    expect((await call(fill(CONFIG_IMPORT_MAX_BYTES + 1))).json().code).toBe("platform.bodyTooLarge");
    expect((await call('{"config":'.padEnd(100))).json().code).toBe("platform.bodyMalformed");
    expect((await call(fill(CONFIG_IMPORT_MAX_BYTES))).statusCode).toBe(200);
    await configsDelivered();
  });
});

describe("what the terminal has", () => {
  it("is read when it is asked for, and said why not [DEV-05]", async () => {
    answer = () => ({ kind: "done", result: { revision: 4, config: withPeriod(9) } });
    const call = () => world.call(acme, { method: "POST", url: url("/read") });
    expect((await call()).json()).toMatchObject({
      problem: null,
      data: { reported: { revision: 4, config: withPeriod(9) } },
    });
    answer = () => ({ kind: "offline" });
    expect((await call()).json()).toMatchObject({
      problem: "devices.configOffline",
      data: { reported: { revision: 4 } },
    });
    answer = () => ({ kind: "done", result: { revision: 1, config: { can: "what" } } });
    expect((await call()).json().problem).toBe("devices.configUnsupported");
  });

  it("is followed when it was changed elsewhere [DEV-05]", async () => {
    await save(CONFIG, 0);
    answer = () => ({ kind: "done", result: { revision: 9, config: withPeriod(60) } });
    await configReported(services(), device.bindingNumber, configHash(withPeriod(60)));
    const { desired, reported } = await read();
    expect(desired).toMatchObject({ state: "confirmed", hash: configHash(CONFIG) });
    expect(reported).toMatchObject({ hash: configHash(withPeriod(60)), config: withPeriod(60) });
  });
});

describe("versions", () => {
  it("keep author, note and where they came from, and one comes back as a new one [DEV-05]", async () => {
    await save(CONFIG, 0);
    await save(withPeriod(5), 1);
    await put(colleague, { config: CONFIG, base_version: 2, note: "back", origin: "restore", restored_from: 1 });
    await configsDelivered();
    const { list, pagination } = (await world.call(acme, { url: url("/versions?page_size=2") })).json();
    expect(pagination.total_size).toBe(3);
    expect(list[0]).toMatchObject({ version: 3, author: "bert", note: "back", origin: "restore", restored_from: 1 });
    expect(list[0].config).toEqual(CONFIG);
  });
});

describe("one configuration for many devices", () => {
  it("has a result for each, and waits for who is offline [DEV-05]", async () => {
    const others = [
      await testDevice(world.database.db, acme.tenantId),
      await testDevice(world.database.db, acme.tenantId),
    ];
    const [second, third] = others as [TestDevice, TestDevice];
    await goes(true, second);
    answer = (request, deviceId) =>
      deviceId === second.deviceId ? { kind: "failed", code: "badParams", message: "" } : takes(request);
    const things_ids = [device, second, third].map(({ thingsId }) => thingsId);
    const payload = { things_ids, config: CONFIG, note: "fleet" };
    const made = await world.call(acme, { method: "POST", url: "/api/things-configuration", payload });
    expect(made.statusCode).toBe(200);
    const { id } = made.json().data;
    const result = async () => {
      await configsDelivered();
      const { items } = (await world.call(acme, { url: `/api/things-configuration/${id}` })).json().data;
      return Object.fromEntries(
        items.map((item: { things_id: string; state: string }) => [item.things_id, item.state]),
      );
    };
    await expect.poll(result).toEqual({
      [device.thingsId]: "confirmed",
      [second.thingsId]: "refused",
      [third.thingsId]: "waiting",
    });
    await goes(true, third);
    await configReported(services(), third.bindingNumber, undefined);
    expect((await result())[third.thingsId]).toBe("confirmed");
  });

  it("is saved for all of them or for none [DEV-05]", async () => {
    const other = await testDevice(world.database.db, acme.tenantId);
    const gone = "ffffffff-ffff-4fff-bfff-ffffffffffff";
    const rights = { role: "manager", tenantLevel: "write", scope: "read-write", devices: null } as const;
    const caller = { ...acme, userName: acme.name, ...rights };
    const wanted = { thingsIds: [device.thingsId, gone, other.thingsId], config: CONFIG, note: "fleet" };
    await expect(applyConfig(services(), caller, wanted)).rejects.toThrow();
    expect([(await read()).desired, (await read(other)).desired]).toEqual([null, null]);
  });

  it("asks for the right to write on every one of them [USR-03]", async () => {
    const foreign = await world.user({ tenant: "other", name: "olga", role: "manager" });
    const theirs = await testDevice(world.database.db, foreign.tenantId);
    const payload = { things_ids: [device.thingsId, theirs.thingsId], config: CONFIG };
    const call = await world.call(acme, { method: "POST", url: "/api/things-configuration", payload });
    expect(call.statusCode).toBe(404);
    expect((await read()).desired).toBeNull();
  });
});
