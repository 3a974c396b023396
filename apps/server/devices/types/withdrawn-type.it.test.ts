import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleRule } from "../../alarms/rules/test-rule.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { NIGHTLY } from "../../testing/worlds/test-output-world.ts";

let world: TestApp;
let acme: TestUser;
let operator: TestUser;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  operator = await world.user({ tenant: "platform", name: "operator", role: "system" });
});
afterAll(() => world?.close());

const send = (method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  world.call(acme, { method, url: `/api${path}`, ...(payload && { payload }) });

describe("a type that is offered no more", () => {
  it.each([
    ["an alarm rule", "/alarm-rules", "rule_id", sampleRule({ name: "hot" })],
    [
      "a push rule",
      "/push-rules",
      "rule_id",
      { name: "depot", source: { kind: "positions" }, url: "https://a.example" },
    ],
    ["a scheduled output", "/outputs", "output_id", NIGHTLY],
  ])("is saved in %s no more, which is still disabled and deleted [DEV-04]", async (_what, path, id, content) => {
    const made = await sql<{ id: string }>`insert into info_models (tenant_id, name, is_public)
      values (${operator.tenantId}, ${path}, true) returning id`.execute(world.database.db);
    const typeId = made.rows[0]?.id;
    const wanted = { ...content, scope: { kind: "type", id: typeId } };
    const own = `${path}/${(await send("POST", path, { ...wanted, enabled: true })).json().data[id]}`;
    await sql`update info_models set is_public = false where id = ${typeId}`.execute(world.database.db);

    const saved = await send("PUT", own, { ...wanted, enabled: true });
    expect([saved.statusCode, saved.json().field]).toEqual([404, "scope"]);
    expect((await send("PUT", `${own}/enabled`, { enabled: false })).statusCode).toBe(200);
    expect((await send("DELETE", own)).statusCode).toBe(200);
  });
});
