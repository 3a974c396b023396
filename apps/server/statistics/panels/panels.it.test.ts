import { FrameBatch } from "@canopy/can/frame/batch";
import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { DEFAULT_DASHBOARD, PANEL_DASHBOARD } from "@canopy/contract/settings/dashboards";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import type { TestUser } from "../../testing/test-app.ts";
import { engineBytes, type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";

/** 1059 by the factor and offset of the DBC. */
const NEWEST = 164.75;

let world: SignalWorld;
let manager: TestUser;
let stranger: TestUser;
let sub: TestUser;
let other: { thingsId: string };

beforeAll(async () => {
  world = await signalWorld();
  manager = world.manager;
  stranger = await world.app.user({ tenant: "other", name: "manager_b", role: "manager" });
  sub = await world.app.user({ tenant: "own", name: "sub_a", role: "sub", level: "write" });
  other = await testDevice(world.app.database.db, manager.tenantId);
  const batch = new FrameBatch();
  const startUs = Date.now() * 1000 - 60_000_000;
  for (let i = 0; i < 60; i++) batch.push(startUs + i * 1_000_000, 0, 256, 0, 8, engineBytes(1000 + i, 5));
  await world.send(batch);
});
afterAll(() => world?.end());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const ask = (method: Method, path: string, payload?: object, user: TestUser | null = manager) =>
  world.app.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });

const place = { x: 0, y: 0, w: 3, h: 2 };
const value = (signal = "Speed", id = "a") => ({
  ...place,
  id,
  kind: "value",
  device_ids: [world.device.thingsId],
  signals: [world.reference(signal)],
});
const map = () => ({ ...place, id: "map", kind: "map", device_ids: [world.device.thingsId] });
const command = () => ({ ...place, id: "go", kind: "command", device_ids: [world.device.thingsId], command: "Horn" });
let serial = 0;
const make = async (widgets: object[] = [value()]) => {
  serial += 1;
  const made = await ask("POST", "/panels", { name: `Bench ${serial}`, widgets });
  expect(made.statusCode, made.body).toBe(200);
  return made.json().data as { panel_id: string; version: number; name: string };
};
const share = async (panelId: string, more: object = {}) => {
  const made = await ask("POST", `/panels/${panelId}/shares`, { lasts_ms: 60_000, ...more });
  expect(made.statusCode, made.body).toBe(200);
  return made.json() as { code: string; data: { share_id: string } };
};
const open = (code: string) => ask("POST", "/panel-shares/open", { code, is_first: true }, null);

describe("panels [STA-05]", () => {
  it("show the newest value of a signal, and a signal that went says so while the others go on", async () => {
    const { panel_id } = await make([
      value(),
      { ...value("Speed", "curve"), kind: "curve" },
      { ...value("Gone", "gone"), signals: [{ ...world.reference("Speed"), signal: "Gone" }] },
    ]);
    const { data } = (await ask("GET", `/panels/${panel_id}/data`)).json();
    expect(data.signals.a).toEqual([
      expect.objectContaining({ state: "read", value: NEWEST, unit: expect.any(String) }),
    ]);
    expect(data.signals.curve[0].values.length).toBeGreaterThan(50);
    expect(data.signals.gone).toEqual([expect.objectContaining({ state: "failed", code: "signals.signalGone" })]);
    expect(data.devices).toEqual([expect.objectContaining({ things_id: world.device.thingsId, place: null })]);
  });

  it("are refused at the limit `hmi` and taken below it, and nothing is made", async () => {
    const { db } = world.app.database;
    const count = async () => (await ask("GET", "/panels")).json().list.length;
    const hmi = (await count()) + 1;
    await setPackage(db, manager.tenantId, { ...DEFAULT_PACKAGE, hmi });
    await make([]);
    const refused = await ask("POST", "/panels", { name: "One more", widgets: [] });
    expect(refused.json()).toMatchObject({ code: "panels.limit" });
    expect(await count()).toBe(hmi);
    const dashboard = { tenant_id: manager.tenantId, business_type: PANEL_DASHBOARD, name: "By the back door" };
    expect((await ask("POST", "/tenant/dashboards", dashboard)).statusCode).toBe(400);
    const twice = await Promise.all(
      [1, 2, 3].map((n) => ask("POST", "/panels", { name: `At once ${n}`, widgets: [] })),
    );
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    await setPackage(db, manager.tenantId, { ...DEFAULT_PACKAGE, hmi: 1000 });
  });

  it("the default dashboard is the first panel; it is changed, and not deleted [ACC-11]", async () => {
    const wanted = { tenant_id: manager.tenantId, business_type: DEFAULT_DASHBOARD, name: "Default" };
    const { id } = (await ask("POST", "/tenant/dashboards", wanted)).json();
    const [first] = (await ask("GET", "/panels")).json().list;
    expect(first).toMatchObject({ panel_id: id, is_default: true, widget_count: 0 });
    const changed = await ask("PUT", `/panels/${id}`, { name: "Ours", widgets: [value()], version: 1 });
    expect(changed.json().data).toMatchObject({ name: "Ours", widget_count: 1, version: 2 });
    expect((await ask("DELETE", `/panels/${id}`)).json()).toMatchObject({ code: "panels.isDefault" });
  });

  it("of two who change one the second is told; a name is unique", async () => {
    const { panel_id, name } = await make();
    const content = { name, widgets: [], version: 1 };
    expect((await ask("PUT", `/panels/${panel_id}`, content)).statusCode).toBe(200);
    expect((await ask("PUT", `/panels/${panel_id}`, content)).json()).toMatchObject({ code: "panels.changed" });
    const taken = await ask("POST", "/panels", { name: name.toUpperCase(), widgets: [] });
    expect(taken.json()).toMatchObject({ code: "panels.nameTaken" });
  });

  it.each([
    ["outside the grid", () => ({ ...value(), x: 11 })],
    ["without a signal", () => ({ ...value(), signals: [] })],
    ["a gauge from 5 to 5", () => ({ ...value(), kind: "gauge", min: 5, max: 5 })],
    ["a command without its list", () => ({ ...command(), command: "" })],
  ])("a widget %s is refused", async (_, widget) => {
    expect((await ask("POST", "/panels", { name: "Bad", widgets: [widget()] })).statusCode).toBe(400);
  });

  it("name only devices that their author may read, and show a reader only those that he may read [USR-03]", async () => {
    const foreign = await ask("POST", "/panels", { name: "Foreign", widgets: [value()] }, stranger);
    expect(foreign.statusCode).toBe(404);
    const { panel_id } = await make();
    expect((await ask("POST", "/panels", { name: "Sub", widgets: [value()] }, sub)).statusCode).toBe(403);
    const { data } = (await ask("GET", `/panels/${panel_id}/data`, undefined, sub)).json();
    expect(data).toMatchObject({ devices: [], signals: {} });
    for (const path of ["", "/data", "/shares"])
      expect((await ask("GET", `/panels/${panel_id}${path}`, undefined, stranger)).statusCode).toBe(404);
  });

  it("let who may not read a device move its widget or take it away, and not change what a link shows [STA-05] [USR-03]", async () => {
    const made = await make([value(), map()]);
    const { widgets } = (await ask("GET", `/panels/${made.panel_id}`)).json().data;
    const [shown, where] = widgets as { x: number; device_ids: string[] }[];
    const save = (changed: unknown[], version: number, user = sub) =>
      ask("PUT", `/panels/${made.panel_id}`, { name: made.name, widgets: changed, version }, user);
    for (const other of [
      value("Torque"),
      { ...shown, id: "copy" },
      { ...shown, kind: "curve", minutes: 60 },
      { ...where, id: "a" },
    ])
      expect((await save([other], 1)).statusCode).toBe(403);
    expect((await save([{ ...shown, x: 3, h: 4 }, where], 1)).statusCode).toBe(200);
    expect((await save([where], 2)).statusCode).toBe(200);
    expect((await save([value("Torque")], 3, manager)).statusCode).toBe(200);
  });

  it("may be changed beside a device that went", async () => {
    const { db } = world.app.database;
    const going = await testDevice(db, manager.tenantId);
    const fleet = { ...map(), device_ids: [going.thingsId, world.device.thingsId] };
    const { panel_id, name } = await make([fleet]);
    await sql`delete from things where tenant_id = ${manager.tenantId} and id = ${going.thingsId}`.execute(db);
    const changed = { name, widgets: [{ ...fleet, title: "Fleet" }], version: 1 };
    expect((await ask("PUT", `/panels/${panel_id}`, changed)).statusCode).toBe(200);
  });
});

describe("links to a panel [STA-05]", () => {
  it("show its widgets without commands to anyone who has one, and count the visit", async () => {
    const { panel_id, name } = await make([value(), map(), command()]);
    const { code } = await share(panel_id, { hides_places: false });
    const shown = (await open(code)).json();
    expect(shown).toMatchObject({ name, data: { signals: { a: [{ state: "read", value: NEWEST }] } } });
    expect(shown.widgets.map(({ kind }: { kind: string }) => kind)).toEqual(["value", "map"]);
    const [listed] = (await ask("GET", `/panels/${panel_id}/shares`)).json().list;
    expect(listed).toMatchObject({ views: 1, hides_places: false });
    expect(JSON.stringify(listed)).not.toContain(code);
    const kept = await sql<{ code: string }>`select encode(code_hash, 'escape') as code from panel_shares`.execute(
      world.app.database.db,
    );
    expect(kept.rows.some((row) => row.code.includes(code))).toBe(false);
  });

  it("hide positions and their maps unless that was chosen otherwise", async () => {
    const { panel_id } = await make([value(), map()]);
    const shown = (await open((await share(panel_id)).code)).json();
    expect(shown.widgets).toHaveLength(1);
    expect(shown.data.devices).toEqual([expect.objectContaining({ place: null })]);
  });

  it("that ended, were revoked or were guessed get one answer", async () => {
    const { panel_id } = await make();
    const ended = await share(panel_id);
    const { db } = world.app.database;
    await sql`update panel_shares set ends_at = now() - interval '1 second' where id = ${ended.data.share_id}`.execute(
      db,
    );
    const revoked = await share(panel_id);
    expect((await ask("DELETE", `/panels/${panel_id}/shares/${revoked.data.share_id}`)).statusCode).toBe(200);
    const removed = await share((await make()).panel_id);
    const answers = await Promise.all([ended.code, revoked.code, `${removed.code}x`, "guess"].map(open));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: "panels.shareEnded" });
    }
    expect((await ask("GET", `/panels/${panel_id}/shares`)).json().list).toEqual([]);
  });

  it("open nothing else: the code is no token, and other devices stay out of the answer", async () => {
    const { panel_id } = await make();
    const { code } = await share(panel_id);
    for (const path of [
      "/panels",
      `/panels/${panel_id}/data`,
      `/things/${world.device.thingsId}`,
      "/things/overview",
    ]) {
      const answer = await world.app.call({ token: code }, { method: "GET", url: `/api${path}` });
      expect(answer.statusCode).toBe(401);
    }
    const shown = (await open(code)).body;
    expect(shown).not.toContain(other.thingsId);
    expect(shown).not.toContain(manager.tenantId);
  });

  it("are made by a manager alone, end within 90 days, and end with the panel", async () => {
    const { panel_id } = await make();
    const wanted = { lasts_ms: 60_000 };
    expect((await ask("POST", `/panels/${panel_id}/shares`, wanted, sub)).statusCode).toBe(403);
    expect((await ask("POST", `/panels/${panel_id}/shares`, wanted, stranger)).statusCode).toBe(404);
    expect((await ask("POST", `/panels/${panel_id}/shares`, { lasts_ms: 91 * 86_400_000 })).statusCode).toBe(400);
    const { code } = await share(panel_id);
    expect((await ask("DELETE", `/panels/${panel_id}`)).statusCode).toBe(200);
    expect((await open(code)).statusCode).toBe(404);
  });

  it("of a device that went show the rest", async () => {
    const { db } = world.app.database;
    const going = await testDevice(db, manager.tenantId);
    const { panel_id } = await make([value(), { ...value("Speed", "b"), device_ids: [going.thingsId] }]);
    const { code } = await share(panel_id);
    await sql`delete from things where tenant_id = ${manager.tenantId} and id = ${going.thingsId}`.execute(db);
    expect(Object.keys((await open(code)).json().data.signals)).toEqual(["a"]);
  });
});
