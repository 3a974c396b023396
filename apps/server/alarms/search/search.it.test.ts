import type { AlarmSearch } from "@canopy/contract/alarms/search";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { makeAccessToken } from "../../accounts/access-tokens.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { batchOf } from "../../testing/worlds/test-alarm-world.ts";
import { sampleRule } from "../rules/test-rule.ts";

let world: TestApp;
let acme: TestUser;
let device: TestDevice;
const T0_MS = Math.floor(Date.now() / 1000) * 1000 - 600_000;
const { conditions } = sampleRule();
const range = { from_time: T0_MS, to_time: T0_MS + 100_000 };

beforeAll(async () => {
  world = await testApp({}, { work: true });
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  device = await testDevice(world.database.db, acme.tenantId, { name: "hot" });
  await testDevice(world.database.db, acme.tenantId, { name: "quiet" });
  const ingest = openIngest({ landing: world.store.landing, log: createLog("fatal"), mayStore: () => true });
  // Over 50 at 10-12 s and from 70 s on.
  const samples = Array.from({ length: 80 }, (_, s) => {
    const value = (s >= 10 && s < 13) || s >= 70 ? 60 : 10;
    return [(T0_MS + s * 1000) * 1000, value] as const;
  });
  await ingest.ingest(batchOf(device, { sequence: 0, samples }));
  await ingest.close();
});
afterAll(() => world.close());

const call = (method: "GET" | "POST", url: string, user: TestUser, payload?: object) =>
  world.call(user, { method, url, ...(payload && { payload }) });

async function search(user: TestUser, more: object = {}): Promise<AlarmSearch> {
  const started = await call("POST", "/api/alarm-searches", user, { ...range, conditions, ...more });
  const { search_id } = started.json().data;
  return vi.waitFor(
    async () => {
      const { data } = (await call("GET", `/api/alarm-searches/${search_id}`, user)).json();
      expect(data.state).toBe("done");
      return data;
    },
    { timeout: 20_000 * PATIENCE, interval: 50 },
  );
}

describe("a search over devices", () => {
  it("finds those that had it, when, how long and how far, among those one may read [TRG-07] [USR-03]", async () => {
    const found = await search(acme, { hold_s: 2 });
    expect(found).toMatchObject({ devices: 2, searched: 2, list: [{ device_name: "hot", fired: 2, peak: 60 }] });
    expect(found.list[0]?.firings).toMatchObject([
      { start_time: T0_MS + 12_000, end_time: T0_MS + 23_000, peak: 60 },
      { start_time: T0_MS + 72_000, end_time: null },
    ]);
    const sub = await world.user({ tenant: "acme", name: "sub_search", role: "sub", level: "read" });
    expect(await search(sub)).toMatchObject({ devices: 0, list: [] });
    await grantLevel(world.database.db, sub, device.thingsId, "read");
    expect(await search(sub)).toMatchObject({ devices: 1, list: [{ things_id: device.thingsId }] });
  });

  it("tells what each device would send and hold back, and the total, as long as it must last [TRG-07] [TRG-04]", async () => {
    const actions = [
      { kind: "webhook", every_min: 1 },
      { kind: "email", every_min: 60 },
    ];
    const told = { sent: { webhook: 2, email: 1 }, held: { email: 1 } };
    const found = await search(acme, { actions, recover_s: 5 });
    expect(found).toMatchObject({ list: [{ fired: 2, ...told }], total: { fired: 2, ...told } });
    // The second time lasts to the end of the data, for less than ten minutes.
    const long = await search(acme, { actions, hold_s: 600 });
    expect(long).toMatchObject({ list: [], total: { fired: 0, sent: {}, held: {} } });
    const refused = async (more: object) =>
      (await call("POST", "/api/alarm-searches", acme, { ...range, conditions, ...more })).json();
    expect(await refused({ hold_s: 3601 })).toMatchObject({ details: [{ field: "hold_s" }] });
    expect((await refused({ actions: [{ kind: "email", every_min: 1 }] })).code).toBe("alarms.actionTooOften");
  });

  it("is its user's own, covers a scope and 31 days at most, and can be cancelled [TRG-07]", async () => {
    const own = await search(acme, { scope: { kind: "device", id: device.thingsId } });
    expect(own).toMatchObject({ devices: 1, list: [{ fired: 2 }] });
    const other = await world.user({ tenant: "acme", name: "other_search", role: "manager" });
    expect((await call("GET", `/api/alarm-searches/${own.search_id}`, other)).statusCode).toBe(404);
    const cancelled = await call("POST", `/api/alarm-searches/${own.search_id}/cancel`, acme);
    expect(cancelled.json().data).toMatchObject({ state: "done", list: [{ fired: 2 }] });
    const from_time = T0_MS - 32 * 86_400_000;
    const long = await call("POST", "/api/alarm-searches", acme, { ...range, conditions, from_time });
    expect(long.json().code).toBe("alarms.backTestRange");
  });

  it("of its own devices is cancelled by a token that is limited to them, and no other [TRG-07] [USR-09]", async () => {
    const { tenantId, userId } = acme;
    const wanted = { name: "of one", scope: "read-write", devices: [device.deviceId], expiresDays: 1 } as const;
    const { token } = await makeAccessToken(world.database.db, { tenantId, userId, ...wanted });
    const limited = { ...acme, token };
    const started = async (user: TestUser) =>
      (await call("POST", "/api/alarm-searches", user, { ...range, conditions })).json().data.search_id;
    const cancel = async (id: string) => (await call("POST", `/api/alarm-searches/${id}/cancel`, limited)).statusCode;
    expect(await cancel(await started(limited))).toBe(200);
    expect(await cancel(await started(acme))).toBe(403);
  });
});
