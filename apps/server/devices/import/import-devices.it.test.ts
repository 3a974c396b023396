import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { IMPORT_MAX_ROWS } from "@canopy/contract/devices/rules";
import { parseCsv } from "@canopy/contract/platform/csv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { newDeviceId } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { authenticateDevice } from "../link/authenticate-device.ts";
import { insertType } from "../types/info-model-store.ts";

let world: TestApp;
let acme: TestUser;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  await setPackage(world.database.db, acme.tenantId, { ...UNLIMITED_PACKAGE, things_num: 3 });
  const type = { name: "logger", keyword: "can", is_public: false, data_groups: [] };
  await insertType(world.database.db, acme.tenantId, type);
});
afterAll(() => world.close());

const upload = (csv: string) =>
  world.call(acme, {
    method: "POST",
    url: "/api/things/import",
    payload: { csv },
    headers: { "accept-language": "en" },
  });

describe("an import of devices", () => {
  it("adds every right row and reports every wrong one by its line [DEV-02]", async () => {
    const good = [newDeviceId(), newDeviceId(), newDeviceId(), newDeviceId()];
    const csv = [
      "\ufeffname,third_things_id,info_model_name,labels,description",
      `"truck, big",${good[0]},Logger,north;south,`,
      `bad id,2E010203040506070809,,,`,
      "",
      `twice,${good[0]},,,`,
      `,${newDeviceId()},,,`,
      `no such type,${newDeviceId()},toaster,,`,
      `long label,${newDeviceId()},,${"x".repeat(33)},`,
      `two,${good[1]},,north,plain`,
      `three,${good[2]},,,`,
      `too many,${good[3]},,,`,
    ].join("\r\n");
    const { added, failed, rows } = (await upload(csv)).json();
    expect([added, failed]).toEqual([3, 6]);
    expect(rows.map((row: { line: number; code?: string }) => [row.line, row.code ?? "added"])).toEqual([
      [2, "added"],
      [3, "devices.idInvalid"],
      [5, "devices.idBound"],
      [6, "devices.nameLength"],
      [7, "platform.notFound"],
      [8, "platform.inputInvalid"],
      [9, "added"],
      [10, "added"],
      [11, "devices.deviceLimit"],
    ]);
    expect(rows[1].message).toBe("Invalid device");
    const device = (await world.call(acme, { url: `/api/things/${rows[0].id}` })).json().data;
    expect(device).toMatchObject({ name: "truck, big", info_model_name: "logger" });
    expect(device.labels.map((label: { name: string }) => label.name)).toEqual(["north", "south"]);
    const proved = await authenticateDevice(world.database.db, good[0] ?? "", rows[0].licence_key);
    expect(proved).toMatchObject({ tenantId: acme.tenantId });
  });

  it("takes protocol and channels, and an export has them as an import reads them [DEV-02]", async () => {
    const beta = await world.user({ tenant: "beta", name: "beta", role: "manager" });
    const ids = Array.from({ length: 4 }, newDeviceId);
    const csv = [
      "name,third_things_id,dialect,channel_enable",
      `both,${ids[0]},candtu,1;0;1`,
      `plain,${ids[1]},,`,
      `other,${ids[2]},mqtt,1`,
      `words,${ids[3]},canopy,on`,
    ].join("\n");
    const call = (method: "POST", url: string, payload: object) => world.call(beta, { method, url, payload });
    const { rows } = (await call("POST", "/api/things/import", { csv })).json();
    expect(rows.map((row: { code?: string; field?: string }) => [row.code, row.field])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ["devices.dialectUnknown", "dialect"],
      ["devices.channelCell", "channel_enable"],
    ]);
    const device = async (at: number) => (await world.call(beta, { url: `/api/things/${rows[at].id}` })).json().data;
    expect(await device(0)).toMatchObject({ dialect: "candtu", channel_enable: [true, false, true] });
    expect(await device(1)).toMatchObject({ dialect: "canopy", channel_enable: [true, true] });
    const exported = await call("POST", "/api/things/export", { things_ids: [rows[0].id] });
    const [header, cells] = parseCsv(exported.body)?.map((row) => row.cells) ?? [];
    const cell = (column: string) => cells?.[header?.indexOf(column) ?? -1];
    expect([cell("dialect"), cell("channel_enable")]).toEqual(["candtu", "1;0;1"]);
  });

  it.each([
    ["name,colour", "colour"],
    ["name,name,third_things_id", "name"],
    ["name", "third_things_id"],
    ['name,"third_things_id', "CSV"],
  ])("refuses the whole of %j: %s [DEV-02]", async (csv, problem) => {
    const answer = (await upload(csv)).json();
    expect(answer).toMatchObject({ code: "devices.importHeader", field: "csv" });
    expect(answer.message).toContain(problem);
  });

  it("has a longest length [DEV-02]", async () => {
    const csv = `name,third_things_id\n${"x,y\n".repeat(IMPORT_MAX_ROWS + 1)}`;
    expect((await upload(csv)).json().code).toBe("devices.importTooLong");
  });
});
