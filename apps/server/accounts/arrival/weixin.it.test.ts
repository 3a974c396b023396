import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestWeixin, testWeixin, WEIXIN_APP } from "../../testing/outside/test-weixin.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const BACK = "https://canopy.example/Login";
let world: TestApp;
let weixin: TestWeixin;
let user: TestUser;
let serial = 0;
beforeAll(async () => {
  weixin = await testWeixin();
  const app = { ...WEIXIN_APP, signInUrl: `${weixin.url}/connect/qrconnect`, apiUrl: weixin.url };
  world = await testApp({ weixin: app, publicUrl: "https://canopy.example" });
});
afterAll(async () => {
  await world.close();
  await weixin.close();
});
beforeEach(async () => {
  weixin.answer = undefined;
  const name = `weixin_${++serial}`;
  user = await world.user({ tenant: name, name, role: "manager" });
});

const lookUp = async (backPage = BACK, on = world) => {
  const url = `/api/control/third-logins?sysType=0&backPage=${encodeURIComponent(backPage)}`;
  return (await on.call(null, { url })).json().list as { type: string; thrid_uri: string }[];
};
const newState = async () => new URL((await lookUp())[0]?.thrid_uri ?? "").searchParams.get("state") ?? "";
const finish = async (code: string, state?: string) =>
  world.call(null, {
    method: "POST",
    url: "/api/control/third-logins/weixin",
    payload: { code, state: state ?? (await newState()) },
  });
const bind = (binding_ticket: string, as: TestUser = user) =>
  world.call(as, { method: "POST", url: "/api/tenant/users/self/weixin", payload: { binding_ticket } });

describe("sign-in by weixin", () => {
  it("is listed with the operator's app and the sign-in page to come back to [ACC-20]", async () => {
    const [one, ...others] = await lookUp("https://canopy.example/Login?redirect=%2FContainer");
    expect(others).toEqual([]);
    const address = new URL(one?.thrid_uri ?? "");
    expect(one?.type).toBe("weixin");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ appid: WEIXIN_APP.appId, redirect_uri: BACK, response_type: "code", scope: "snsapi_login" },
    });
    expect(address.hash).toBe("#wechat_redirect");
    expect(await lookUp("https://elsewhere.example/Login")).toEqual([]);
  });

  it("without an app lists nothing and takes nothing [ACC-20] [ACC-01]", async () => {
    const bare = await testApp();
    try {
      expect(await lookUp(BACK, bare)).toEqual([]);
      const payload = { code: "code-of-li", state: "any" };
      const answer = await bare.call(null, { method: "POST", url: "/api/control/third-logins/weixin", payload });
      expect(answer.json().code).toBe("accounts.arrivalExpired");
    } finally {
      await bare.close();
    }
  });

  it("binds to an account at the first use, and signs in to it at the next [ACC-20]", async () => {
    const person = `p${serial}`;
    const asked = (await finish(`code-of-${person}`)).json();
    expect(asked.code).toBe("accounts.bindingNeeded");
    const { binding_ticket } = asked.details;
    expect((await bind(binding_ticket)).statusCode).toBe(200);
    expect((await bind(binding_ticket)).json().code).toBe("accounts.arrivalExpired");
    const entered = (await finish(`code-of-${person}-2`)).json();
    const self = await world.call({ token: entered.token }, { url: "/api/tenant/users/self" });
    expect(self.json().id).toBe(user.userId);
  });

  it("of one person stands for one account [ACC-20]", async () => {
    const tickets: string[] = [];
    for (const n of [1, 2]) tickets.push((await finish(`code-of-q${serial}-${n}`)).json().details.binding_ticket);
    const other = await world.user({ tenant: `wo_${serial}`, name: `wo_${serial}`, role: "manager" });
    expect((await bind(tickets[0] ?? "")).statusCode).toBe(200);
    expect((await bind(tickets[1] ?? "", other)).json().code).toBe("accounts.bindingTaken");
  });

  it("does not go around a second factor [ACC-20] [ACC-26]", async () => {
    await bind((await finish(`code-of-r${serial}`)).json().details.binding_ticket);
    await world.call(user, { method: "PUT", url: "/api/tenant/second-factor", payload: { is_required: true } });
    expect((await finish(`code-of-r${serial}-2`)).json().code).toBe("accounts.weixinFactor");
  });

  it("ends with a reset of the password, and passes by no first password [ACC-20] [USR-02]", async () => {
    const sub = await world.user({
      tenant: user.name,
      name: `${user.name}_s`,
      role: "sub",
      phone: `1376000${String(serial).padStart(4, "0")}`,
    });
    const bound = async (n: number) =>
      bind((await finish(`code-of-t${serial}-${n}`)).json().details.binding_ticket, sub);
    expect((await bound(1)).statusCode).toBe(200);
    const { db } = world.database;
    await sql`update users set is_first_password = true where id = ${sub.userId}`.execute(db);
    const refused = (await finish(`code-of-t${serial}-2`)).json();
    expect([refused.code, refused.details]).toEqual(["accounts.passwordMustChange", undefined]);
    await sql`update users set is_first_password = false where id = ${sub.userId}`.execute(db);
    expect((await finish(`code-of-t${serial}-3`)).statusCode).toBe(200);
    await world.call(user, { method: "PUT", url: `/api/tenant/sub-users/${sub.userId}/password` });
    expect((await finish(`code-of-t${serial}-4`)).json().code).toBe("accounts.bindingNeeded");
  });

  it("is in the operation log of its account [USR-07]", async () => {
    await bind((await finish(`code-of-u${serial}`)).json().details.binding_ticket);
    await finish(`code-of-u${serial}-2`);
    const { list } = (await world.call(user, { url: "/api/tenant/operations" })).json();
    expect(list[0]).toMatchObject({ operation: "accounts.finishWeixin", user_name: user.name, status: 200 });
  });

  it.each([
    ["an error", { errcode: 40029, errmsg: "invalid code" }],
    ["no name of the person", { access_token: "a" }],
    ["an empty name", { access_token: "a", openid: "" }],
    ["a name that is no text", { openid: { $ne: "" } }],
    ["a list", []],
  ])("an answer of weixin that is %s opens nothing [ACC-20]", async (_, answer) => {
    weixin.answer = answer;
    expect((await finish("code-of-li")).json().code).toBe("accounts.arrivalRefused");
  });

  it("takes a state of this installation alone, and a code once [ACC-20]", async () => {
    expect((await finish(`code-of-s${serial}`, "AAAA")).json().code).toBe("accounts.arrivalExpired");
    expect((await finish(`code-of-s${serial}`)).json().code).toBe("accounts.bindingNeeded");
    expect((await finish(`code-of-s${serial}`)).json().code).toBe("accounts.arrivalRefused");
  });
});
