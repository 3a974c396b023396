import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { PANEL_PICTURE_MAX_BYTES } from "@canopy/contract/statistics/panel-widgets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import type { TestUser } from "../../testing/test-app.ts";
import { type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";

let world: SignalWorld;
let manager: TestUser;
let stranger: TestUser;
let reader: TestUser;

beforeAll(async () => {
  world = await signalWorld();
  manager = world.manager;
  stranger = await world.app.user({ tenant: "other", name: "manager_b", role: "manager" });
  reader = await world.app.user({ tenant: "own", name: "sub_a", role: "sub", level: "read" });
  await setPackage(world.app.database.db, manager.tenantId, { ...DEFAULT_PACKAGE, hmi: 1000 });
});
afterAll(() => world?.end());

type Method = "GET" | "POST" | "PUT";
const ask = (method: Method, path: string, payload?: object, user: TestUser | null = manager) =>
  world.app.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });

const pictureOf = (bytes: number) => {
  const png = Buffer.alloc(bytes);
  png.write("\x89PNG\r\n\x1a\n", "latin1");
  return `data:image/png;base64,${png.toString("base64")}`;
};
const place = { x: 0, y: 0, w: 3, h: 2 };
const picture = (text: string, id = "photo") => ({ ...place, id, kind: "picture", device_ids: [], picture: text });
const value = (more: object = {}) => ({
  ...place,
  id: "a",
  kind: "value",
  title: "Rotation",
  device_ids: [world.device.thingsId],
  signals: [world.reference("Speed")],
  ...more,
});
const fileOf = (widgets: object[], more: object = {}) => ({
  format: "canopy-panel",
  version: 1,
  name: "Bench",
  widgets,
  devices: { [world.device.thingsId]: "Van 1" },
  dbcs: { [world.dbcId]: "Pack.dbc" },
  ...more,
});
const panels = async (user = manager) => (await ask("GET", "/panels", undefined, user)).json().list;
const problemsOf = async (file: object, user = manager) =>
  (await ask("POST", "/panel-import/check", { file }, user)).json().problems;

describe("a panel as a file [STA-05]", () => {
  it("goes out with its pictures and names, and comes in again as it was", async () => {
    const widgets = [value(), { ...value({ id: "bars", kind: "bar" }), y: 2 }, { ...picture(pictureOf(100)), y: 4 }];
    const made = (await ask("POST", "/panels", { name: "Out", widgets })).json().data;
    const file = (await ask("GET", `/panels/${made.panel_id}/file`)).json();
    expect(file).toMatchObject({ format: "canopy-panel", version: 1, name: "Out" });
    expect(Object.values(file.devices)).toEqual([expect.any(String)]);
    expect(await problemsOf(file)).toEqual([]);
    const back = await ask("POST", "/panel-import", { name: "In", file });
    expect(back.statusCode, back.body).toBe(200);
    const read = (await ask("GET", `/panels/${back.json().data.panel_id}`)).json().data;
    expect(read).toMatchObject({ name: "In", widgets: made.widgets });
    expect(read.widgets[2].picture).toBe(pictureOf(100));
  });

  it("names no device that its reader may not read [USR-03]", async () => {
    const made = (await ask("POST", "/panels", { name: "Named", widgets: [value()] })).json().data;
    const devices = async (user: TestUser) =>
      (await ask("GET", `/panels/${made.panel_id}/file`, undefined, user)).json().devices;
    expect(Object.keys(await devices(manager))).toEqual([world.device.thingsId]);
    expect(await devices(reader)).toEqual({});
  });

  it("is found its device by the name where the id is of another tenant", async () => {
    const file = fileOf([value({ signals: [], kind: "map" })], { devices: { [world.device.thingsId]: "Truck 9" } });
    expect(await problemsOf(file, stranger)).toEqual([
      expect.objectContaining({ code: "panels.fileDevice", place: "widgets[0].device_ids[0]", widget: "Rotation" }),
    ]);
    const { db } = world.app.database;
    const own = await testDevice(db, stranger.tenantId, { name: "Truck 9" });
    const made = (await ask("POST", "/panel-import", { name: "Theirs", file }, stranger)).json().data;
    expect(made.widgets[0].device_ids).toEqual([own.thingsId]);
  });

  it("names unknown signals and files with their place, and nothing is made", async () => {
    const before = await panels();
    const strange = "00000000-0000-4000-8000-000000000001";
    const file = fileOf(
      [
        value(),
        value({ id: "b", y: 2, title: "", signals: [{ ...world.reference("Speed"), signal: "Warp" }] }),
        value({ id: "c", y: 4, signals: [{ ...world.reference("Speed"), dbc_id: strange }] }),
      ],
      { dbcs: { [strange]: "Ship.dbc" } },
    );
    const problems = await problemsOf(file);
    expect(problems).toEqual([
      expect.objectContaining({
        place: "widgets[1].signals[0]",
        widget: "value",
        code: "panels.fileSignal",
        message: expect.stringContaining("Warp"),
      }),
      expect.objectContaining({
        place: "widgets[2].signals[0]",
        widget: "Rotation",
        code: "panels.fileDbc",
        message: expect.stringContaining("Ship.dbc"),
      }),
    ]);
    const refused = await ask("POST", "/panel-import", { name: "Half", file });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: "panels.file", details: { problems } });
    expect(await panels()).toEqual(before);
  });

  it.each([
    ["another format", () => ({ rules: [] }), [{ place: "", code: "panels.fileFormat" }]],
    [
      "a widget outside the grid",
      () => fileOf([value({ x: 11 })]),
      [{ place: "widgets[0]", widget: "Rotation", code: "panels.widget" }],
    ],
    [
      "a value of another kind",
      () => fileOf([value({ decimals: "two" })]),
      [{ place: "widgets[0].decimals", code: "panels.fileField" }],
    ],
    [
      "an SVG that calls itself PNG",
      () => fileOf([picture(`data:image/png;base64,${Buffer.from("<svg></svg>").toString("base64")}`)]),
      [{ place: "widgets[0].picture", code: "platform.imageFormat" }],
    ],
  ])("says what is wrong with %s", async (_, file, wanted) => {
    expect(await problemsOf(file())).toEqual(wanted.map((one) => expect.objectContaining(one)));
    expect((await ask("POST", "/panel-import", { name: "Bad", file: file() })).statusCode).toBe(400);
  });

  it("is refused at the limit `hmi`, by a taken name and to one who only reads [CAP-01]", async () => {
    const { db } = world.app.database;
    const file = fileOf([value()]);
    const taken = await ask("POST", "/panel-import", { name: "OUT", file });
    expect(taken.json()).toMatchObject({ code: "panels.nameTaken" });
    expect((await ask("POST", "/panel-import", { name: "Reader", file }, reader)).statusCode).toBe(403);
    const count = (await panels()).length;
    await setPackage(db, manager.tenantId, { ...DEFAULT_PACKAGE, hmi: count });
    const full = await ask("POST", "/panel-import", { name: "One more", file });
    expect(full.json()).toMatchObject({ code: "panels.limit" });
    expect((await panels()).length).toBe(count);
    await setPackage(db, manager.tenantId, { ...DEFAULT_PACKAGE, hmi: 1000 });
  });
});

describe("pictures of a panel [STA-05]", () => {
  const save = (widgets: object[]) => ask("POST", "/panels", { name: `P ${Math.random()}`, widgets });

  it("are of a known format, at most 512 KB and at most four", async () => {
    expect((await save([picture(pictureOf(PANEL_PICTURE_MAX_BYTES))])).statusCode).toBe(200);
    const large = await save([picture(pictureOf(PANEL_PICTURE_MAX_BYTES + 100))]);
    expect(large.json()).toMatchObject({ code: "panels.pictureTooLarge" });
    expect((await save([picture("data:image/svg+xml;base64,PHN2Zz4=")])).json().code).toBe("platform.imageFormat");
    const many = [0, 1, 2, 3, 4].map((i) => picture(pictureOf(20), `p${i}`));
    expect((await save(many)).json().code).toBe("panels.pictures");
    expect((await save(many.slice(0, 4))).statusCode).toBe(200);
    expect((await save([picture("")])).statusCode).toBe(400);
  });

  it("are in a link once: an answer to who knows this version leaves the widgets out", async () => {
    const made = (await save([picture(pictureOf(100))])).json().data;
    const { code } = (await ask("POST", `/panels/${made.panel_id}/shares`, { lasts_ms: 60_000 })).json();
    const open = async (more: object = {}) => (await ask("POST", "/panel-shares/open", { code, ...more }, null)).json();
    expect(await open()).toMatchObject({ version: 1, widgets: [{ picture: pictureOf(100) }] });
    expect(await open({ known_version: 1 })).toMatchObject({ version: 1, widgets: null });
    await ask("PUT", `/panels/${made.panel_id}`, { name: made.name, widgets: [], version: 1 });
    expect(await open({ known_version: 1 })).toMatchObject({ version: 2, widgets: [] });
  });
});
