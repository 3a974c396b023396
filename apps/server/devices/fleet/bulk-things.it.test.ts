import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { MAX_LABELS_PER_DEVICE } from "@canopy/contract/devices/rules";
import { parseCsv } from "@canopy/contract/platform/csv";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { grantLevel, newDeviceId } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { reportStatus } from "../link/report-status.ts";

let world: TestApp;
let acme: TestUser;
let serial = 0;

beforeAll(async () => {
  world = await testApp();
});
beforeEach(async () => {
  const name = `bulk${++serial}`;
  acme = await world.user({ tenant: name, name, role: "manager" });
  await setPackage(world.database.db, acme.tenantId, UNLIMITED_PACKAGE);
});
afterAll(() => world.close());

const send = (method: "POST" | "PUT", path: string, payload: object, user = acme) =>
  world.call(user, { method, url: `/api/things${path}`, payload });
const add = async (device: object = {}) =>
  (await send("POST", "", { name: "truck", third_things_id: newDeviceId(), ...device })).json().data;
const named = async (path: string, name: string) => (await send("POST", `/${path}`, { name })).json().data.id;
const overview = async (query = "", user = acme): Promise<{ list: OverviewRow[]; next: string | null }> =>
  (await world.call(user, { url: `/api/things/overview${query}` })).json();

describe("the overview", () => {
  it("comes in slices that miss and repeat nothing, with what a row shows [DEV-01]", async () => {
    const label = await named("labels", "north");
    const made = [await add({ label_ids: [label] }), await add({ name: "🚚 شاحنة <b>" }), await add()];
    const { pool } = world.database;
    const { rows } = await pool.query("select binding from things where id = $1", [made[0].id]);
    const report = { online: true, sdState: "recording", sdUsedPercent: 41, firmwareVersion: "4.17.02" } as const;
    await reportStatus(world.database.db, rows[0].binding, report, Date.now());
    await send("PUT", "/bulk/favourites", { things_ids: [made[0].id], favourite: true });
    const seen: OverviewRow[] = [];
    let after: string | null = null;
    do {
      const slice = await overview(`?limit=2${after ? `&after=${after}` : ""}`);
      seen.push(...slice.list);
      after = slice.next;
    } while (after);
    expect(seen.map(({ id }) => id)).toEqual(made.map(({ id }) => id).sort());
    expect(seen.find(({ id }) => id === made[0].id)).toMatchObject({
      online: true,
      sd_state: "recording",
      sd_used_percent: 41,
      firmware_version: "4.17.02",
      favourite: true,
      label_ids: [label],
      group_ids: [],
      level: "write",
    });
    expect(seen.find(({ id }) => id === made[1].id)?.name).toBe("🚚 شاحنة <b>");
  });

  it("holds what the caller may read, with his own level [DEV-01] [USR-03]", async () => {
    const [one] = [await add(), await add()];
    const tenant = `bulk${serial}`;
    const sub = await world.user({ tenant, name: `${tenant}sub`, role: "sub", level: "read" });
    await grantLevel(world.database.db, sub, one.id, "read");
    const { list } = await overview("", sub);
    expect(list.map(({ id, level }) => [id, level])).toEqual([[one.id, "read"]]);
    const refused = await send("PUT", "/bulk/favourites", { things_ids: [one.id], favourite: true }, sub);
    expect(refused.statusCode).toBe(200);
    expect((await send("POST", "/bulk/delete", { things_ids: [one.id] }, sub)).statusCode).toBe(403);
  });
});

describe("many devices at once", () => {
  it("get and lose labels and groups together [DEV-09]", async () => {
    const ids = [(await add()).id, (await add()).id];
    const [north, south] = [await named("labels", "north"), await named("labels", "south")];
    const group = await named("groups", "fleet");
    await send("PUT", "/bulk/labels", { things_ids: ids, add_label_ids: [north, south] });
    await send("PUT", "/bulk/labels", { things_ids: [ids[0]], remove_label_ids: [south] });
    await send("PUT", "/bulk/groups", { things_ids: ids, add_group_ids: [group] });
    await send("PUT", "/bulk/groups", { things_ids: [ids[1]], remove_group_ids: [group] });
    const { list } = await overview();
    const row = (id: string) => list.find((one) => one.id === id);
    expect(row(ids[0])).toMatchObject({ label_ids: [north], group_ids: [group] });
    expect(row(ids[1])?.label_ids.sort()).toEqual([north, south].sort());
    expect(row(ids[1])?.group_ids).toEqual([]);
  });

  it("one that is gone refuses the call and nothing is done [DEV-02]", async () => {
    const [kept, gone] = [await add(), await add()];
    await world.call(acme, { method: "DELETE", url: `/api/things/${gone.id}` });
    const ids = { things_ids: [kept.id, gone.id] };
    const label = await named("labels", "north");
    expect((await send("PUT", "/bulk/labels", { ...ids, add_label_ids: [label] })).statusCode).toBe(404);
    expect((await send("POST", "/bulk/delete", ids)).statusCode).toBe(404);
    expect((await send("PUT", "/bulk/favourites", { ...ids, favourite: true })).statusCode).toBe(404);
    expect((await overview()).list).toMatchObject([{ id: kept.id, label_ids: [], favourite: false }]);
  });

  it("a device with too many labels refuses the call for all [DEV-09]", async () => {
    const labels: string[] = [];
    for (let n = 0; n <= MAX_LABELS_PER_DEVICE; n += 1) labels.push(await named("labels", `l${n}`));
    const ids = [(await add({ label_ids: labels.slice(0, MAX_LABELS_PER_DEVICE) })).id, (await add()).id];
    const answer = await send("PUT", "/bulk/labels", { things_ids: ids, add_label_ids: [labels.at(-1)] });
    expect(answer.json()).toMatchObject({ code: "devices.labelsPerDevice" });
    expect((await overview()).list.find(({ id }) => id === ids[1])?.label_ids).toEqual([]);
  });

  it("are deleted together, each telling who holds its connection [DEV-02] [DEV-09]", async () => {
    const gateway = await add({ class: "gateway" });
    const child = await add({ gateway_id: gateway.id });
    const other = await add();
    const before = world.deviceChanges.length;
    await send("POST", "/bulk/delete", { things_ids: [gateway.id, other.id], delete_children: true });
    expect((await overview()).list).toEqual([]);
    const told = world.deviceChanges.slice(before).map(({ kind, thingsId }) => `${kind} ${thingsId}`);
    expect(told.sort()).toEqual([gateway, child, other].map(({ id }) => `deleted ${id}`).sort());
  });

  it.each([
    ["none", []],
    ["too many", Array.from({ length: 501 }, () => "00000000-0000-4000-8000-000000000000")],
  ])("%s is refused before anything is looked at [DEV-02]", async (_, ids) => {
    expect((await send("POST", "/bulk/delete", { things_ids: ids })).statusCode).toBe(400);
  });
});

describe("an export", () => {
  it("is a CSV that a spreadsheet opens without running it, and that can be imported again [DEV-02]", async () => {
    const label = await named("labels", "北区");
    const device = await add({ name: '=cmd|"/c"', description: "台架_2-电驱", label_ids: [label] });
    const answer = await send("POST", "/export", { things_ids: [device.id] });
    expect(answer.headers["content-type"]).toContain("text/csv");
    const rows = parseCsv(answer.body)?.map(({ cells }) => cells) ?? [];
    expect(rows[1]?.slice(0, 2)).toEqual([`'=cmd|"/c"`, device.third_things_id]);
    await world.call(acme, { method: "DELETE", url: `/api/things/${device.id}` });
    const again = (await send("POST", "/import", { csv: answer.body })).json();
    expect(again).toMatchObject({ added: 1, failed: 0 });
    const { list } = await overview();
    expect(list).toMatchObject([{ name: `'=cmd|"/c"`, label_ids: [label] }]);
  });
});

describe("an import", () => {
  it("of 500 rows with errors leaves nothing of a refused row behind, not even its label [DEV-02]", async () => {
    const taken = (await add()).third_things_id;
    const rows = Array.from({ length: 500 }, (_, n) =>
      n % 5 === 0 ? `bad ${n},${taken},made-for-nothing` : `good ${n},${newDeviceId()},fleet-a`,
    );
    const answer = (await send("POST", "/import", { csv: `name,third_things_id,labels\n${rows.join("\n")}` })).json();
    expect([answer.added, answer.failed]).toEqual([400, 100]);
    const { list } = (await world.call(acme, { url: "/api/things/labels" })).json();
    expect(list.map(({ name, things_num }: { name: string; things_num: number }) => [name, things_num])).toEqual([
      ["fleet-a", 400],
    ]);
  });
});
