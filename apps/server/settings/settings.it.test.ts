import { configurationLink } from "@canopy/contract/settings/configuration";
import { DEFAULT_DASHBOARD } from "@canopy/contract/settings/dashboards";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

let world: TestApp;
let manager: TestUser;
let sub: TestUser;

beforeAll(async () => {
  world = await testApp({ demo: true });
  manager = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  sub = await world.user({ tenant: "acme", name: "sub_user", role: "sub", level: "read" });
});
afterAll(() => world.close());

const get = (user: TestUser | null, url: string) => world.call(user, { url });

describe("the configuration calls", () => {
  it("give logo, name and a link that is JSON text, without a token [NAV-15]", async () => {
    const info = (await get(null, "/api/control/config-info?resource_path=/can&is_debug=0")).json().data;
    expect(info).toMatchObject({ loginLogo: expect.any(String), cloudname: "Canopy", link: expect.any(String) });
    const system = (await get(null, "/api/control/system-config?resource_path=/can&isDebug=1")).json().data;
    expect(configurationLink.parse(JSON.parse(system.link))).toMatchObject({ demo: true, billing: "" });
    expect(system.homepageLogo).toBeDefined();
  });

  it("give links and site addresses to signed-in users [NAV-15]", async () => {
    expect((await get(manager, "/api/control/resource-links")).json()).toEqual({ list: [] });
    expect((await get(manager, "/api/control/site-url?key=billing&resource_path=/can")).json()).toEqual({ data: "" });
    expect((await get(manager, "/api/control/site-url?key=other")).statusCode).toBe(400);
  });
});

describe("the default dashboard", () => {
  const list = async (user: TestUser) =>
    (
      await get(user, `/api/tenant/dashboards/batch?tenant_id=${user.tenantId}&business_type=${DEFAULT_DASHBOARD}`)
    ).json().list;
  const make = (user: TestUser) =>
    world.call(user, {
      method: "POST",
      url: "/api/tenant/dashboards",
      payload: { tenant_id: user.tenantId, business_type: DEFAULT_DASHBOARD, name: "default" },
    });

  it("is made once by two sign-ins at once, by managers only [ACC-11]", async () => {
    expect(await list(manager)).toEqual([]);
    expect((await make(sub)).statusCode).toBe(403);
    const [first, second] = await Promise.all([make(manager), make(manager)]);
    expect(first.json().id).toBe(second.json().id);
    expect(await list(sub)).toEqual([
      {
        id: first.json().id,
        tenant_id: manager.tenantId,
        business_type: DEFAULT_DASHBOARD,
        name: "default",
        owner_id: manager.userId,
      },
    ]);
  });
});

describe("user attributes", () => {
  const key = "platform=candtu&attribute_type=systemConfig&attribute_key=";
  const value = (language: string) => ({
    platform: "candtu",
    attribute_type: "systemConfig",
    attribute: { systemLanguage: language },
  });

  it("are stored, changed and inherited from the primary account [ACC-12]", async () => {
    expect((await get(sub, `/api/tenant/user-attributes?${key}&find_parent=true`)).json()).toEqual({ data: null });
    const made = await world.call(manager, {
      method: "POST",
      url: "/api/tenant/user-attributes",
      payload: value("English"),
    });
    const { id } = made.json().data;
    const inherited = (await get(sub, `/api/tenant/user-attributes?${key}&find_parent=true`)).json();
    expect(inherited.data.attribute.systemLanguage).toBe("English");
    expect((await get(sub, `/api/tenant/user-attributes?${key}&find_parent=false`)).json()).toEqual({ data: null });
    const url = `/api/tenant/user-attributes/${id}`;
    const changed = await world.call(manager, { method: "PUT", url, payload: value("中文") });
    expect(changed.json().data).toMatchObject({ id, attribute: { systemLanguage: "中文" } });
    // The sub-user sees it by inheritance and cannot change it.
    expect((await world.call(sub, { method: "PUT", url, payload: value("English") })).statusCode).toBe(404);
  });

  it("refuse a customisation that is out of shape, and name the field", async () => {
    const payload = { platform: "candtu", attribute_type: "systemConfig", attribute: { systemName: 7 } };
    const answer = await world.call(manager, { method: "POST", url: "/api/tenant/user-attributes", payload });
    expect(answer.json()).toMatchObject({ code: "platform.inputInvalid", field: "attribute.systemName" });
  });
});

describe("the look of a tenant", () => {
  const PNG = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n....", "latin1").toString("base64")}`;
  const store = (attribute: object, as: TestUser = manager) =>
    world.call(as, {
      method: "POST",
      url: "/api/tenant/user-attributes",
      payload: { platform: "candtu", attribute_type: "systemConfig", attribute },
    });

  it("stands on the sign-in page of its own address, and on no other [NAV-08]", async () => {
    const systemLanguage = "English";
    const look = { systemLogo: PNG, systemName: "青冠云", systemWebBottomCompany: "青冠智联", systemLanguage };
    expect((await store(look)).statusCode).toBe(200);
    const own = (await get(null, "/api/control/config-info?company=ACME")).json().data;
    expect(own).toMatchObject({ loginLogo: PNG, cloudname: "青冠云" });
    expect(JSON.parse(own.link)).toMatchObject({ company: "青冠智联", systemLanguage });
    const system = (await get(null, "/api/control/system-config?company=acme")).json().data;
    expect(system).toMatchObject({ homepageLogo: PNG, cloudname: "青冠云" });
    for (const address of ["", "?company=", "?company=nobody"]) {
      const { cloudname, link } = (await get(null, `/api/control/config-info${address}`)).json().data;
      expect([cloudname, JSON.parse(link).systemLanguage]).toEqual(["Canopy", ""]);
    }
  });

  it("is that of the exact name, where two differ in case since before such pairs were refused [NAV-08]", async () => {
    const { db } = world.database;
    const other = await world.user({ tenant: "acme of before", name: "acme_before", role: "manager" });
    await sql`update tenants set name = 'Acme' where id = ${other.tenantId}`.execute(db);
    const nameOf = async (company: string) =>
      (await get(null, `/api/control/config-info?company=${company}`)).json().data.cloudname;
    await store({ systemName: "lower" });
    // Without a look of its own it has none, not the other's.
    expect([await nameOf("acme"), await nameOf("Acme")]).toEqual(["lower", "Canopy"]);
    await store({ systemName: "upper" }, other);
    expect([await nameOf("acme"), await nameOf("Acme"), await nameOf("ACME")]).toEqual(["lower", "upper", "lower"]);
    await sql`update tenants set name = 'acme of before' where id = ${other.tenantId}`.execute(db);
  });

  it.each([
    ["an SVG picture", "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4="],
    ["an SVG that calls itself PNG", `data:image/png;base64,${Buffer.from("<svg></svg>").toString("base64")}`],
    ["an address", "https://elsewhere.example/logo.png"],
    ["a script", "javascript:alert(1)"],
    ["more than 2 MB", `${PNG}${"A".repeat(2_796_204)}`],
  ])("has no logo that is %s [NAV-08] [ACC-15]", async (_, systemLogo) => {
    const answer = await store({ systemLogo });
    expect([400, 413]).toContain(answer.statusCode);
  });

  it("is the manager's to change [NAV-08] [USR-03]", async () => {
    expect((await store({ systemName: "mine" }, sub)).statusCode).toBe(403);
  });
});

describe("tracking", () => {
  const event = { platform: "candtu", module: "login", action: "success", params: { way: "password" } };

  it("takes events of signed-in users with platform, module and action [NAV-13]", async () => {
    const ids = { tenant_id: manager.tenantId, user_id: manager.userId };
    const track = (user: TestUser | null, payload: object) =>
      world.call(user, { method: "POST", url: "/api/control/tracking", payload });
    expect((await track(manager, { ...event, ...ids })).statusCode).toBe(200);
    expect((await track(null, { ...event, ...ids })).statusCode).toBe(401);
    expect((await track(manager, { ...event, ...ids, action: "" })).statusCode).toBe(400);
    const rows = await sql`select module, action, params from tracking_events`.execute(world.database.db);
    expect(rows.rows).toEqual([{ module: "login", action: "success", params: { way: "password" } }]);
  });
});
