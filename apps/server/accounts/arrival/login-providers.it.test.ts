import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestWeixin, testWeixin, WEIXIN_APP } from "../../testing/outside/test-weixin.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const URL_OF_LIST = "/api/operating/login-providers";
const BACK = "https://canopy.example/Login";

let weixin: TestWeixin;
let world: TestApp;
let system: TestUser;
beforeAll(async () => {
  weixin = await testWeixin();
  world = await testApp({ publicUrl: "https://canopy.example" });
  system = await world.user({ tenant: "platform", name: "root_admin", role: "system" });
});
afterAll(async () => {
  await world.close();
  await weixin.close();
});

const form = () => ({
  is_on: true,
  app_id: WEIXIN_APP.appId,
  sign_in_url: `${weixin.url}/connect/qrconnect`,
  api_url: weixin.url,
});
const set = (payload: Record<string, unknown>, user = system, on = world) =>
  on.call(user, { method: "PUT", url: `${URL_OF_LIST}/weixin`, payload });
const list = async (user = system, on = world) => (await on.call(user, { url: URL_OF_LIST })).json().list;
const offered = async (on = world) => {
  const url = `/api/control/third-logins?sysType=0&backPage=${encodeURIComponent(BACK)}`;
  return (await on.call(null, { url })).json().list as { thrid_uri: string }[];
};
const finish = async (code: string, state: string) =>
  world.call(null, { method: "POST", url: "/api/control/third-logins/weixin", payload: { code, state } });

describe("the operator's app at weixin", () => {
  it("is absent at first, with weixin's own addresses to begin with [USR-08] [ACC-20]", async () => {
    expect(await list()).toEqual([
      {
        ...{ kind: "weixin", is_on: false, app_id: "", has_secret: false, is_from_environment: false },
        sign_in_url: "https://open.weixin.qq.com/connect/qrconnect",
        api_url: "https://api.weixin.qq.com",
      },
    ]);
    expect(await offered()).toEqual([]);
  });

  it.each([
    ["app_id", ""],
    ["app_id", "x".repeat(65)],
    ["app_id", "wx 1"],
    ["sign_in_url", "javascript:alert(1)"],
    ["sign_in_url", "ftp://weixin.example/"],
    ["api_url", "weixin"],
    ["api_url", `https://weixin.example/${"x".repeat(512)}`],
    ["secret", ""],
    ["secret", "x".repeat(501)],
  ])("has no %s that is %j [USR-08]", async (field, value) => {
    const answer = await set({ ...form(), secret: WEIXIN_APP.secret, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toBe(field);
    expect(await offered()).toEqual([]);
  });

  it("is set with its secret, offered at once, and really signs in [USR-08] [ACC-20]", async () => {
    expect((await set(form())).json()).toMatchObject({ code: "accounts.clientSecretMissing", field: "secret" });
    expect((await set({ ...form(), secret: WEIXIN_APP.secret })).statusCode).toBe(200);
    const [one] = await offered();
    const address = new URL(one?.thrid_uri ?? "");
    expect(`${address.origin}${address.pathname}`).toBe(`${weixin.url}/connect/qrconnect`);
    const state = address.searchParams.get("state") ?? "";
    expect((await finish("code-of-li", state)).json().code).toBe("accounts.bindingNeeded");
  });

  it("tells its secret to nobody, in an answer, the store or the log [USR-08]", async () => {
    const [row] = await list();
    expect(row).toMatchObject({ has_secret: true, is_from_environment: false, app_id: WEIXIN_APP.appId });
    const kept = await sql`select row_to_json(p)::text as text from login_providers p
      union all select row_to_json(o)::text from operation_log o`.execute(world.database.db);
    expect(JSON.stringify([row, kept.rows])).not.toContain(WEIXIN_APP.secret);
    expect(kept.rows.length).toBeGreaterThan(1);
  });

  it("keeps its secret for the same app at the same server alone [USR-08]", async () => {
    expect((await set({ ...form(), sign_in_url: "https://weixin.example/connect" })).statusCode).toBe(200);
    for (const change of [{ app_id: "wx-other" }, { api_url: "https://elsewhere.example" }])
      expect((await set({ ...form(), ...change })).json().code).toBe("accounts.clientSecretMissing");
    expect((await set(form())).statusCode).toBe(200);
  });

  it("that is off is neither offered nor taken; a removed one is gone [USR-08] [ACC-01]", async () => {
    const state = new URL((await offered())[0]?.thrid_uri ?? "").searchParams.get("state") ?? "";
    await set({ ...form(), is_on: false });
    expect(await offered()).toEqual([]);
    expect((await finish("code-of-off", state)).json().code).toBe("accounts.arrivalExpired");
    await set(form());
    expect(await offered()).toHaveLength(1);
    expect((await world.call(system, { method: "DELETE", url: `${URL_OF_LIST}/weixin` })).statusCode).toBe(200);
    expect(await offered()).toEqual([]);
    expect((await list())[0]).toMatchObject({ app_id: "", has_secret: false });
  });

  it("is the system manager's alone [USR-08]", async () => {
    const manager = await world.user({ tenant: "no_operator", name: "no_operator", role: "manager" });
    expect((await world.call(manager, { url: URL_OF_LIST })).statusCode).toBe(403);
    expect((await set({ ...form(), secret: "x" }, manager)).statusCode).toBe(403);
  });

  it("wins over that of the environment, which counts again without it [USR-08]", async () => {
    const app = { ...WEIXIN_APP, signInUrl: `${weixin.url}/connect/qrconnect`, apiUrl: weixin.url };
    const other = await testApp({ weixin: app, publicUrl: "https://canopy.example" });
    try {
      const operator = await other.user({ tenant: "platform", name: "root_admin", role: "system" });
      expect((await list(operator, other))[0]).toMatchObject({ is_on: true, is_from_environment: true });
      // Its secret is known already.
      expect((await set({ ...form(), is_on: false }, operator, other)).statusCode).toBe(200);
      expect(await offered(other)).toEqual([]);
      expect((await list(operator, other))[0]).toMatchObject({ is_on: false, is_from_environment: false });
      await other.call(operator, { method: "DELETE", url: `${URL_OF_LIST}/weixin` });
      expect(await offered(other)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});
