import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertUser } from "../../accounts/user-store.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let master: TestUser;
let devices: TestDevice[];
let labelId: string;
let subId: string;
let serial = 0;
beforeAll(async () => {
  world = await testApp();
  master = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  await setPackage(world.database.db, master.tenantId, UNLIMITED_PACKAGE);
  const names = ["bus-1", "ev-1", "ev-2", "ev-3"];
  devices = await Promise.all(names.map((name) => testDevice(world.database.db, master.tenantId, { name })));
  const label = { method: "POST", url: "/api/things/labels", payload: { name: "Road test A" } } as const;
  labelId = (await world.call(master, label)).json().data.id;
  for (const { thingsId } of devices.slice(1, 3))
    await world.call(master, {
      method: "PUT",
      url: `/api/things/${thingsId}/labels`,
      payload: { label_ids: [labelId] },
    });
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  const user = { name: `sub_${serial}`, role: "sub", tenantLevel: "read", passwordHash: "" } as const;
  subId = await insertUser(world.database.db, { tenantId: master.tenantId, ...user });
});

const list = async (query: Record<string, string> = {}, userId = subId) =>
  (await world.call(master, { url: `/api/things/rights/${userId}`, query: { page_size: "100", ...query } })).json();
const levels = async (userId = subId): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await list({}, userId)).list.map(({ name, level }: { name: string; level: string }) => [name, level]),
  );
const change = async (body: object) =>
  world.call(master, { method: "PUT", url: `/api/things/rights/${subId}`, payload: { steps: [], ...body } });
const idOf = (name: number) => devices[name]?.thingsId ?? "";

describe("rights of a sub-user", () => {
  it("are listed for every device, found by word, label and level [USR-03]", async () => {
    expect(await levels()).toEqual({ "bus-1": "none", "ev-1": "none", "ev-2": "none", "ev-3": "none" });
    await change({ steps: [{ level: "write", things_ids: [idOf(0)] }] });
    const names = async (query: Record<string, string>) =>
      (await list(query)).list.map(({ name }: { name: string }) => name);
    expect(await names({ keyword: "EV" })).toEqual(["ev-1", "ev-2", "ev-3"]);
    expect(await names({ label_id: labelId })).toEqual(["ev-1", "ev-2"]);
    expect(await names({ level: "write" })).toEqual(["bus-1"]);
    expect(await names({ level: "none", keyword: "ev-1" })).toEqual(["ev-1"]);
    expect((await list({ label_id: labelId })).list[0].labels).toEqual(["Road test A"]);
    expect((await list({ page_size: "3", current_page: "2" })).pagination.total_size).toBe(4);
  });

  it("are set for all that a filter finds, later steps win, and a trial changes nothing [USR-03]", async () => {
    const steps = [
      { level: "read", filter: { label_id: labelId } },
      { level: "write", things_ids: [idOf(2), idOf(3)] },
    ];
    const trial = await change({ steps, is_trial: true });
    expect(trial.json().data).toEqual({ to_none: 0, to_read: 1, to_write: 2 });
    expect(await levels()).toEqual({ "bus-1": "none", "ev-1": "none", "ev-2": "none", "ev-3": "none" });
    expect((await change({ steps })).json().data).toEqual({ to_none: 0, to_read: 1, to_write: 2 });
    expect(await levels()).toEqual({ "bus-1": "none", "ev-1": "read", "ev-2": "write", "ev-3": "write" });
    expect((await change({ steps })).json().data).toEqual({ to_none: 0, to_read: 0, to_write: 0 });
    const none = { steps: [{ level: "none", filter: { keyword: "ev" } }] };
    expect((await change(none)).json().data).toEqual({ to_none: 3, to_read: 0, to_write: 0 });
  });

  it("are copied from another sub-user as a whole [USR-03]", async () => {
    const first = subId;
    await change({ steps: [{ level: "write", things_ids: [idOf(1)] }] });
    const user = { name: "copier", role: "sub", tenantLevel: "read", passwordHash: "" } as const;
    subId = await insertUser(world.database.db, { tenantId: master.tenantId, ...user });
    await change({ steps: [{ level: "read", things_ids: [idOf(0)] }] });
    expect((await change({ copy_from: first })).json().data).toEqual({ to_none: 1, to_read: 0, to_write: 1 });
    expect(await levels()).toEqual(await levels(first));
  });

  it("never reach a device of another tenant [USR-06]", async () => {
    const other = await world.user({ tenant: "other", name: "other", role: "manager" });
    const foreign = await testDevice(world.database.db, other.tenantId);
    const answer = await change({ steps: [{ level: "write", things_ids: [foreign.thingsId] }] });
    expect(answer.json().data).toEqual({ to_none: 0, to_read: 0, to_write: 0 });
    const url = `/api/things/rights/${subId}`;
    expect((await world.call(other, { url })).statusCode).toBe(404);
    expect((await world.call(other, { method: "PUT", url, payload: { steps: [] } })).statusCode).toBe(404);
  });
});
