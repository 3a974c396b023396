import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAccessToken } from "../accounts/access-tokens.ts";
import { testDownload } from "../testing/stored/test-download.ts";
import { testTenantFile } from "../testing/stored/test-stored-file.ts";
import { KNOWN_TENANT_FILE } from "../testing/terminals/sample-input.ts";
import { type TestApp, type TestUser, testApp, testJob } from "../testing/test-app.ts";

let world: TestApp;
let owner: TestUser;
let own: Awaited<ReturnType<typeof testDownload>>;
let other: Awaited<ReturnType<typeof testDownload>>;
/** Limited to the device of the first download. */
let limited: { token: string };

beforeAll(async () => {
  world = await testApp();
  const { db } = world.database;
  owner = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  own = await testDownload(db, world.transferFolder, owner);
  other = await testDownload(db, world.transferFolder, owner);
  const { rows } = await sql<{ id: string }>`select third_things_id as id from things
    where id = ${own.thingsId}`.execute(db);
  const wanted = { name: "r", scope: "read-write", devices: rows.map(({ id }) => id), expiresDays: 1 } as const;
  limited = await makeAccessToken(db, { tenantId: owner.tenantId, userId: owner.userId, ...wanted });
});
afterAll(() => world?.close());

const asked = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
  (await world.call(limited, { method, url: `/api${url}`, ...(payload && { payload }) })).statusCode;

it("a token limited to devices has the downloads of those alone [USR-09]", async () => {
  const { list } = (await world.call(limited, { url: "/api/download-tasks" })).json();
  expect(list.map(({ task_id }: { task_id: string }) => task_id)).toEqual([own.taskId]);
  for (const [method, rest] of [
    ["GET", ""],
    ["POST", "/link"],
    ["POST", "/cancel"],
    ["DELETE", ""],
  ] as const)
    expect(await asked(method, `/download-tasks/${other.taskId}${rest}`), `${method} ${rest}`).toBe(404);
  expect(await asked("POST", `/download-tasks/${own.taskId}/link`)).toBe(200);
  expect(await asked("DELETE", `/download-tasks/${own.taskId}`)).toBe(200);
  const left = (await world.call(owner, { url: "/api/download-tasks" })).json().list;
  expect(left.map(({ task_id }: { task_id: string }) => task_id)).toEqual([other.taskId]);
});

it("and changes nothing that belongs to no device, whatever its user may [USR-09]", async () => {
  const { tenantId, userId } = owner;
  await testTenantFile(world.files.receiver, owner, KNOWN_TENANT_FILE);
  const job = await world.jobs.enqueue(testJob, { tenantId, userId, input: {} });
  expect(await asked("POST", `/jobs/${job}/cancel`)).toBe(403);
  expect(await asked("DELETE", `/out-filemanager/tenants/${tenantId}/files?name=a&type=a&isPub=true`)).toBe(403);
  expect(await asked("POST", "/work-orders", { title: "t", content: "c", type: "fault", level: "urgent" })).toBe(403);
  const attribute = { platform: "candtu", attribute_type: "systemConfig", attribute_key: "k", attribute: {} };
  expect(await asked("POST", "/tenant/user-attributes", attribute)).toBe(403);
});
