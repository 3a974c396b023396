import { randomUUID } from "node:crypto";
import { endpoints } from "@canopy/contract/endpoints";
import type { ResourceKind } from "@canopy/contract/platform/resource";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { GROUPS, insertSet, LABELS } from "./devices/fleet/named-set-store.ts";
import { insertType } from "./devices/types/info-model-store.ts";
import { insertDtcFile } from "./diagnosis/codes/dtc-store.ts";
import { makeTestEcu } from "./diagnosis/test-diagnosis.ts";
import { sampleInput, sampleUrl } from "./testing/terminals/sample-input.ts";
import { testDevice } from "./testing/terminals/test-device.ts";
import { type TestApp, testApp } from "./testing/test-app.ts";
import { testImageRow } from "./testing/worlds/test-firmware.ts";
import { makeTestFlow, makeTestPackage } from "./testing/worlds/test-flashing.ts";

const TYPE = { name: "logger", keyword: "can", is_public: false, data_groups: [] };

let world: TestApp;
let reader: { token: string };
let ids: Partial<Record<ResourceKind, string>>;

beforeAll(async () => {
  world = await testApp();
  const { db } = world.database;
  const { tenantId, userId } = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  reader = await makeAccessToken(db, { tenantId, userId, name: "r", scope: "read", devices: null, expiresDays: 1 });
  const { thingsId } = await testDevice(db, tenantId);
  ids = {
    device: thingsId,
    label: (await insertSet(db, LABELS, tenantId, "road test"))?.id ?? "",
    ecu: await makeTestEcu(db, tenantId),
    flashPackage: await makeTestPackage(db, tenantId),
    flashFlow: await makeTestFlow(db, tenantId),
    dtcFile: (await insertDtcFile(db, tenantId, "codes")) ?? "",
    firmwareImage: await testImageRow(db, tenantId),
    thingGroup: (await insertSet(db, GROUPS, tenantId, "depot"))?.id ?? "",
    infoModel: (await insertType(db, tenantId, TYPE))?.id ?? "",
    gateway: (await testDevice(db, tenantId, { class: "gateway" })).thingsId,
  };
});
afterAll(() => world?.close());

/** Every row of every table, but for the last use of the token that asks. */
async function content(): Promise<Record<string, string>> {
  const { db } = world.database;
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'access_tokens'`.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const table = sql.table(name);
    const text = await sql<{
      all: string;
    }>`select coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as all
      from ${table} t`.execute(db);
    found[name] = text.rows[0]?.all ?? "";
  }
  return found;
}

const reading = endpoints.filter(({ reads, method }) => reads && method !== "GET");

it.each(reading.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s answers a token of scope read, changes no row and leaves none in the operation log [USR-07] [USR-09]",
  async (_name, endpoint) => {
    const input = sampleInput(endpoint, (kind) => ids[kind] ?? randomUUID());
    const before = await content();
    expect(Object.keys(before)).toContain("operation_log");
    const url = sampleUrl("/api", endpoint, input);
    const answer = await world.call(reader, { method: "POST", url, ...(input.body && { payload: input.body }) });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await content()).toEqual(before);
  },
);
