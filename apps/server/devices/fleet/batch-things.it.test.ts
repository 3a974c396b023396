import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { ORDER_COLUMNS } from "@canopy/contract/devices/thing-filters";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { recordUsage, reportStatus } from "../link/report-status.ts";
import { insertType } from "../types/info-model-store.ts";

let world: TestApp;
let acme: TestUser;
let typeId = "";
const devices: TestDevice[] = [];
const AT = 1_790_000_000_000;

beforeAll(async () => {
  world = await testApp();
  const { db } = world.database;
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  const other = await world.user({ tenant: "other", name: "other", role: "manager" });
  await setPackage(db, acme.tenantId, UNLIMITED_PACKAGE);
  const type = { name: "logger", keyword: "can", is_public: false, data_groups: [] };
  typeId = (await insertType(db, acme.tenantId, type))?.id ?? "";
  for (const name of ["alpha", "bravo", "100%", "delta"]) {
    const info_model_id = name === "alpha" ? typeId : null;
    devices.push(await testDevice(db, acme.tenantId, { name, info_model_id }));
  }
  await testDevice(db, other.tenantId, { name: "alpha of another" });
  const usages = devices.map(({ bindingNumber }, at) => ({
    bindingNumber,
    bytes: [30, 5_000_000_000, 20, 40][at] ?? 0,
  }));
  await recordUsage(db, usages, AT);
  await reportStatus(db, devices[1]?.bindingNumber ?? 0, { online: true, sdState: "recording" }, AT);
});
afterAll(() => world.close());

const batch = async (query: Record<string, string> = {}) => {
  const search = new URLSearchParams({ tenant_id: acme.tenantId, ...query });
  return world.call(acme, { url: `/api/things/batch?${search}` });
};
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await batch({ page_size: "25", ...query })).json().list.map((row: { name: string }) => row.name);

describe("GET /things/batch", () => {
  it("answers the fields of the spec and the total size [DEV-10]", async () => {
    const { list, pagination } = (await batch({ order_param: "things_usage", order_type: "1" })).json();
    expect(pagination).toEqual({ current_page: 1, page_size: 5, total_size: 4 });
    expect(list[0]).toEqual({
      id: devices[1]?.thingsId,
      name: "bravo",
      info_model_id: null,
      info_model_name: null,
      third_things_id: devices[1]?.deviceId,
      things_usage: 5_000_000_000,
      last_cal_usage_time: AT,
    });
    expect(list.find((row: { name: string }) => row.name === "alpha")).toMatchObject({
      info_model_id: typeId,
      info_model_name: "logger",
    });
  });

  it("orders by a listed column, 1 descending and 0 ascending [DEV-10]", async () => {
    expect(await names({ order_param: "things_usage", order_type: "1" })).toEqual(["bravo", "delta", "alpha", "100%"]);
    expect(await names({ order_param: "things_usage", order_type: "0" })).toEqual(["100%", "alpha", "delta", "bravo"]);
    expect(await names({ order_param: "name", order_type: "0" })).toEqual(["100%", "alpha", "bravo", "delta"]);
    expect(await names({})).toEqual(["delta", "100%", "bravo", "alpha"]);
    for (const order_param of ORDER_COLUMNS) expect((await batch({ order_param })).statusCode).toBe(200);
    const strange = await batch({ order_param: "key_hash; drop table things" });
    expect(strange.json()).toMatchObject({ code: "platform.inputInvalid", field: "order_param" });
  });

  it("pages [DEV-10]", async () => {
    const page = { page_size: "3", order_param: "name", order_type: "0" };
    expect(await names({ ...page, current_page: "1" })).toEqual(["100%", "alpha", "bravo"]);
    expect(await names({ ...page, current_page: "2" })).toEqual(["delta"]);
    const { list, pagination } = (await batch({ ...page, current_page: "3" })).json();
    expect([list, pagination.total_size]).toEqual([[], 4]);
  });

  it.each([
    [{ keyword: "ALP" }, ["alpha"]],
    [{ keyword: "0%" }, ["100%"]],
    [{ keyword: "_" }, []],
    [{ online: true }, ["bravo"]],
    [{ online: false, class: "ordinary" }, ["delta", "100%", "alpha"]],
    [{ sd_state: "recording" }, ["bravo"]],
    [{ info_model_id: null }, ["delta", "100%", "bravo"]],
    [{ class: "gateway" }, []],
    [{ favourite: true }, []],
    [{ label_ids: ["7a6a2a3e-5f0a-4c06-9a0e-0f7d3c1b2a90"] }, []],
  ])("filters by %j [DEV-10]", async (filters, expected) => {
    expect(await names({ filters: JSON.stringify(filters) })).toEqual(expected);
  });

  it("filters by type and by part of the device ID [DEV-10]", async () => {
    expect(await names({ filters: JSON.stringify({ info_model_id: typeId }) })).toEqual(["alpha"]);
    const part = devices[3]?.deviceId.slice(4) ?? "";
    expect(await names({ filters: JSON.stringify({ third_things_id: part }) })).toEqual(["delta"]);
  });

  it.each(["[", "1", '{"colour":"red"}', '{"online":"yes"}'])("refuses the filters %s [DEV-10]", async (filters) => {
    const answer = await batch({ filters });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toMatch(/^filters/);
  });
});

describe("a list of 10,000 devices", () => {
  it("is read through an index in each order that has one, so no page sorts them all [DEV-10]", async () => {
    const { db } = world.database;
    const tenant = await world.user({ tenant: "large", name: "large", role: "manager" });
    await sql`with n as (insert into bindings (tenant_id, third_things_id)
        select ${tenant.tenantId}::uuid, lpad(to_hex(i), 20, '0') from generate_series(1, 10000) i returning *)
      insert into things (tenant_id, binding, third_things_id, name, key_hash, class, things_usage)
      select tenant_id, number, upper(third_things_id), 'device ' || number, '', 'ordinary', number % 977 from n`.execute(
      db,
    );
    await sql`analyze things`.execute(db);
    for (const column of ["created_at", "name", "third_things_id", "things_usage"]) {
      const plan = await sql<{ "QUERY PLAN": string }>`explain select t.id from things t
        where t.tenant_id = ${tenant.tenantId} order by ${sql.ref(`t.${column}`)} desc, t.id desc limit 25`.execute(db);
      const text = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(text, column).toMatch(/Index (Only )?Scan Backward/);
      // An incremental sort orders rows of equal rank only.
      expect(text, column).not.toMatch(/(?<!Incremental )Sort {2}\(/);
    }
  });
});
