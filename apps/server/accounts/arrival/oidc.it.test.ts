import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { type Lies, lyingProvider } from "../../testing/outside/test-lying-provider.ts";
import {
  CLIENT,
  passProvider,
  type TestOpenIdProvider,
  testOpenIdProvider,
} from "../../testing/outside/test-openid-provider.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const BACK = "https://canopy.example/Login";
const ENGINEERS = { claim: "groups", value: "engineers", tenant_level: "write", device_level: "read" };

let world: TestApp;
let provider: TestOpenIdProvider;
let user: TestUser;
let serial = 0;
let groups: string[] = ["engineers"];
let isChecked = true;
beforeAll(async () => {
  provider = await testOpenIdProvider([BACK], (name) => ({
    ...{ name: "李伟", groups, email: `${name}@example.com`, email_verified: isChecked },
  }));
  world = await testApp({ privateTargets: true });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
beforeEach(async () => {
  groups = ["engineers"];
  isChecked = true;
  const name = `oidc_${++serial}`;
  user = await world.user({ tenant: name, name, role: "manager" });
});

const form = (more: object = {}) => ({
  enabled: true,
  issuer: provider.issuer,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  rules: [ENGINEERS],
  ...more,
});
const set = (more: object = {}, as: TestUser = user, on: TestApp = world) =>
  on.call(as, { method: "PUT", url: "/api/tenant/oidc", payload: form(more) });
const start = (company = user.name, redirect_uri = BACK) =>
  world.call(null, { method: "POST", url: "/api/control/oidc/sign-ins", payload: { company, redirect_uri } });
const finish = (state: string, query: string) =>
  world.call(null, { method: "POST", url: "/api/control/oidc/sessions", payload: { state, query } });
const selfOf = (token: string) => world.call({ token }, { url: "/api/tenant/users/self" });

async function arrive(name: string) {
  const { url, state } = (await start()).json().data;
  return finish(state, await passProvider(url, name, BACK));
}

describe("sign-in by a tenant's own OpenID provider", () => {
  it("makes a sub-user at the first arrival, with the rights of its rule, and knows it at the next [OPS-07]", async () => {
    expect((await set()).statusCode).toBe(200);
    const first = await arrive("li.wei");
    expect(first.statusCode).toBe(200);
    const self = (await selfOf(first.json().token)).json();
    expect(self).toMatchObject({ tenant_id: user.tenantId, name: "li_wei", isManager: false });
    const again = (await selfOf((await arrive("li.wei")).json().token)).json();
    expect(again.id).toBe(self.id);
    const { list } = (await world.call(user, { url: "/api/tenant/sub-users" })).json();
    expect(list).toMatchObject([{ name: "li_wei", email: "li.wei@example.com", tenant_level: "write" }]);
    const logged = (await world.call(user, { url: "/api/tenant/operations", query: { user: "li_wei" } })).json().list;
    const operation = "accounts.finishOidc";
    expect(logged).toMatchObject(
      [1, 2].map(() => ({ operation, status: 200, objects: { session_id: expect.any(String) } })),
    );
  });

  it("gives the name of another sub-user to nobody, and follows the rule at each arrival [OPS-07]", async () => {
    await world.user({ tenant: user.name, name: "wang", role: "sub" });
    await set({
      rules: [
        { ...ENGINEERS, value: "lead" },
        { ...ENGINEERS, claim: "sub", value: "", tenant_level: "read" },
      ],
    });
    const { token } = (await arrive("wang")).json();
    expect((await selfOf(token)).json().name).toBe("wang1");
    groups = ["lead"];
    await arrive("wang");
    const { list } = (await world.call(user, { url: "/api/tenant/sub-users?keyword=wang1" })).json();
    expect(list[0].tenant_level).toBe("write");
  });

  it("joins the sub-user with the checked e-mail where the tenant allows it, and leaves its rights [OPS-07]", async () => {
    const sub = await world.user({ tenant: user.name, name: "zhou_old", role: "sub", level: "read" });
    const { db } = world.database;
    await sql`update users set email = 'Zhou@example.com', tenant_level = 'read' where id = ${sub.userId}`.execute(db);
    await set();
    const apart = (await selfOf((await arrive("zhou")).json().token)).json();
    expect(apart.id).not.toBe(sub.userId);
    await world.call(user, { method: "DELETE", url: `/api/tenant/sub-users/${apart.id}` });

    await set({ joins_by_email: true });
    expect((await world.call(user, { url: "/api/tenant/oidc" })).json().data.joins_by_email).toBe(true);
    const joined = (await selfOf((await arrive("zhou")).json().token)).json();
    expect(joined).toMatchObject({ id: sub.userId, name: "zhou_old" });
    const again = (await selfOf((await arrive("zhou")).json().token)).json();
    expect(again.id).toBe(sub.userId);
    const { list } = (await world.call(user, { url: "/api/tenant/sub-users" })).json();
    expect(list).toMatchObject([{ name: "zhou_old", tenant_level: "read" }]);
  });

  it("joins nobody by an address that is not checked, is a manager's, or is of two [OPS-07]", async () => {
    const { db } = world.database;
    await set({ joins_by_email: true });
    const idOf = async (name: string) => (await selfOf((await arrive(name)).json().token)).json().id;
    await sql`update users set email = 'boss@example.com' where id = ${user.userId}`.execute(db);
    expect(await idOf("boss")).not.toBe(user.userId);
    const twins = [];
    for (const name of ["twin_a", "twin_b"]) twins.push(await world.user({ tenant: user.name, name, role: "sub" }));
    await sql`update users set email = 'twin@example.com'
      where id in (${twins[0]?.userId}, ${twins[1]?.userId})`.execute(db);
    expect(twins.map(({ userId }) => userId)).not.toContain(await idOf("twin"));
    isChecked = false;
    const plain = await world.user({ tenant: user.name, name: "plain_old", role: "sub" });
    await sql`update users set email = 'plain@example.com' where id = ${plain.userId}`.execute(db);
    expect(await idOf("plain")).not.toBe(plain.userId);
  });

  it("lets nobody in whom no rule fits, and no more than the package allows [OPS-07] [CAP-01]", async () => {
    await set({ rules: [{ ...ENGINEERS, value: "pilots" }] });
    expect((await arrive("zhao")).json().code).toBe("accounts.noRule");
    const [refused] = (await world.call(user, { url: "/api/tenant/operations" })).json().list;
    expect(refused).toMatchObject({
      operation: "accounts.finishOidc",
      user_name: "zhao",
      error_code: "accounts.noRule",
    });
    await set();
    await setPackage(world.database.db, user.tenantId, { ...UNLIMITED_PACKAGE, sub_user_num: 0 });
    expect((await arrive("zhao")).json().code).toBe("accounts.subUserLimit");
    expect((await world.call(user, { url: "/api/tenant/sub-users" })).json().pagination.total_size).toBe(0);
  });

  it("makes an account that no password opens [OPS-07]", async () => {
    await set();
    await arrive("qian");
    const { list } = (await world.call(user, { url: "/api/tenant/sub-users" })).json();
    const reset = await world.call(user, { method: "PUT", url: `/api/tenant/sub-users/${list[0].id}/password` });
    expect(reset.json().code).toBe("accounts.noPassword");
  });

  it("takes a state once, with the code and the query of that sign-in alone [OPS-07]", async () => {
    await set();
    const mine = (await start()).json().data;
    const query = await passProvider(mine.url, "sun", BACK);
    const other = (await start()).json().data;
    expect((await finish(other.state, query)).json().code).toBe("accounts.arrivalRefused");
    expect((await finish(mine.state, query)).statusCode).toBe(200);
    expect((await finish(mine.state, query)).json().code).toBe("accounts.arrivalExpired");
    expect((await finish("nothing", query)).json().code).toBe("accounts.arrivalExpired");
    const old = (await start()).json().data;
    await sql`update sign_in_arrivals set expires_at = now() - interval '1 second'`.execute(world.database.db);
    expect((await finish(old.state, query)).json().code).toBe("accounts.arrivalExpired");
  });

  it("says when the person turned back at the provider, and sends nobody to a foreign page [OPS-07]", async () => {
    await set();
    const { state } = (await start()).json().data;
    const refused = `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect((await finish(state, refused)).json().code).toBe("accounts.arrivalCancelled");
    expect((await start(user.name, "https://canopy.example/Container/HomePage")).json().code).toBe(
      "accounts.redirectForeign",
    );
  });

  it("keeps the secret sealed and untold, and asks for it again with another issuer [OPS-07]", async () => {
    await set();
    const told = await world.call(user, { url: "/api/tenant/oidc" });
    expect(told.json().data).toMatchObject({ has_secret: true, company: user.name, issuer: provider.issuer });
    const rows = await world.database.pool.query("select p::text as row from oidc_providers p");
    expect(told.body + JSON.stringify(rows.rows)).not.toContain(CLIENT.secret);
    expect((await set({ client_secret: undefined, scopes: "openid" })).statusCode).toBe(200);
    const moved = await set({ client_secret: undefined, issuer: "https://elsewhere.example" });
    expect(moved.json().code).toBe("accounts.clientSecretMissing");
  });

  it("is the manager's to set, off until it is switched on, and gone when removed [OPS-07]", async () => {
    const sub = await world.user({ tenant: user.name, name: `${user.name}_s`, role: "sub" });
    expect((await set({}, sub)).statusCode).toBe(403);
    await set({ enabled: false });
    expect((await start()).json().code).toBe("accounts.arrivalUnknown");
    await set();
    const { url, state } = (await start()).json().data;
    const query = await passProvider(url, "zhou", BACK);
    await world.call(user, { method: "DELETE", url: "/api/tenant/oidc" });
    expect((await finish(state, query)).json().code).toBe("accounts.arrivalExpired");
    expect((await start("nobody")).json().code).toBe("accounts.arrivalUnknown");
  });

  it("is the one of the exact name, where two differ in case since before such pairs were refused [OPS-07] [NAV-08]", async () => {
    await set();
    const other = await world.user({ tenant: `of_before_${serial}`, name: `of_before_${serial}`, role: "manager" });
    await sql`update tenants set name = ${user.name.toUpperCase()} where id = ${other.tenantId}`.execute(
      world.database.db,
    );
    expect((await start()).statusCode).toBe(200);
    expect((await start(user.name.toUpperCase())).json().code).toBe("accounts.arrivalUnknown");
  });

  it("asks no address of the operator's own network [OPS-07] [TRG-06]", async () => {
    const strict = await testApp({ privateTargets: false });
    try {
      const manager = await strict.user({ tenant: "strict", name: "strict", role: "manager" });
      const refusals = ["https://127.0.0.1", "https://[::1]", "https://localhost", "https://169.254.169.254"];
      for (const issuer of refusals)
        expect((await set({ issuer }, manager, strict)).json().code).toBe("accounts.issuerPrivate");
      expect((await set({ issuer: "http://id.example" }, manager, strict)).json().code).toBe("accounts.issuerInvalid");
      const check = {
        method: "POST",
        url: "/api/tenant/oidc/check",
        payload: { issuer: "https://localtest.localhost" },
      } as const;
      expect((await strict.call(manager, check)).json().code).toMatch(/issuerPrivate|issuerUnreachable/);
    } finally {
      await strict.close();
    }
  });
});

describe("a provider that lies", () => {
  const lies: [string, Lies][] = [
    ["about its issuer in the ID token", { claims: { iss: "https://other.example" } }],
    ["about whom the token is for", { claims: { aud: "another client" } }],
    ["about the nonce", { claims: { nonce: "of another sign-in" } }],
    ["with a token that has expired", { claims: { exp: 1, iat: 0 } }],
    ["with a token that another key signed", { foreignKey: true }],
    ["with a token that nobody signed", { unsigned: true }],
    ["with no subject", { claims: { sub: undefined } }],
    ["with user info of somebody else", { userInfoOf: "the manager" }],
  ];

  it.each(lies)("%s opens nothing [OPS-07]", async (_, told) => {
    const liar = await lyingProvider();
    try {
      await set({ issuer: liar.issuer, rules: [{ ...ENGINEERS, claim: "sub", value: "" }] });
      const attempt = async (lie: Lies) => {
        liar.state.lies = {};
        const { url, state } = (await start()).json().data;
        liar.state.nonce = new URL(url).searchParams.get("nonce") ?? "";
        liar.state.lies = lie;
        return finish(state, `code=any&state=${state}`);
      };
      expect((await attempt(told)).json().code).toBe("accounts.arrivalRefused");
      expect((await attempt({})).statusCode).toBe(200);
    } finally {
      await liar.close();
    }
  });

  it("in its own configuration is not asked further [OPS-07]", async () => {
    const liar = await lyingProvider();
    try {
      await set({ issuer: liar.issuer });
      liar.state.lies = { issuer: "https://other.example" };
      expect((await start()).json().code).toBe("accounts.issuerUnreachable");
      expect(liar.state.calls).toEqual(["/.well-known/openid-configuration"]);
    } finally {
      await liar.close();
    }
  });

  it("cannot speak for a user who signs in by password [OPS-07]", async () => {
    await set();
    const reply = await arrive(user.name);
    expect((await selfOf(reply.json().token)).json()).toMatchObject({ isManager: false });
    expect((await selfOf(reply.json().token)).json().id).not.toBe(user.userId);
  });
});
