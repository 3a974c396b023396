import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { hasGroup } from "./has-group.ts";

let world: TestApp;
let own: TestUser;
let other: TestUser;
let operator: TestUser;

beforeAll(async () => {
  world = await testApp();
  own = await world.user({ tenant: "own", name: "own", role: "manager" });
  other = await world.user({ tenant: "other", name: "other", role: "manager" });
  operator = await world.user({ tenant: "platform", name: "operator", role: "system" });
});
afterAll(() => world?.close());

const made = async (table: "labels" | "info_models", { tenantId }: TestUser, name: string, isPublic = false) => {
  const { db } = world.database;
  const found =
    table === "labels"
      ? await sql<{
          id: string;
        }>`insert into labels (tenant_id, name) values (${tenantId}, ${name}) returning id`.execute(db)
      : await sql<{ id: string }>`insert into info_models (tenant_id, name, is_public)
          values (${tenantId}, ${name}, ${isPublic}) returning id`.execute(db);
  return found.rows[0]?.id ?? "";
};

it("a rule, an output or a push rule may name one's own labels, and types that are one's own or offered [DEV-04] [USR-06]", async () => {
  const has = (kind: "label" | "type", id: string) => hasGroup(world.database.db, own.tenantId, kind, id);
  expect(await has("label", await made("labels", own, "vans"))).toBe(true);
  expect(await has("label", await made("labels", other, "trucks"))).toBe(false);
  expect(await has("type", await made("info_models", own, "own logger"))).toBe(true);
  expect(await has("type", await made("info_models", operator, "offered", true))).toBe(true);
  expect(await has("type", await made("info_models", operator, "kept back"))).toBe(false);
  expect(await has("type", await made("info_models", other, "of others", true))).toBe(false);
});
