import { LOCK_FAILURES } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seal } from "../../platform/seal.ts";
import { captchaAnswer } from "../../testing/read-secrets.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { bytesOfBase32, hotp } from "./totp.ts";

let world: TestApp;
let user: TestUser;
let serial = 0;
beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  const name = `factor_${++serial}`;
  user = await world.user({ tenant: name, name, role: "manager" });
});

const codeNow = (secret: string, steps = 0) => hotp(bytesOfBase32(secret), Math.floor(Date.now() / 30_000) + steps);
const self = (method: "GET" | "POST" | "PUT", path = "", payload?: object, as: TestUser = user) =>
  world.call(as, { method, url: `/api/tenant/users/self/second-factor${path}`, ...(payload && { payload }) });

async function signIn(body: object = {}, username = user.name) {
  const { uuid } = (await world.call(null, { url: "/api/control/usercenter/svg" })).json();
  const svg_code = await captchaAnswer(world.database.db, uuid);
  const payload = { username, password: TEST_PASSWORD, svg_code, svg_code_uuid: uuid, type: 3, ...body };
  return world.call(null, { method: "POST", url: "/api/control/sessions", payload });
}
async function turnOn(as: TestUser = user) {
  const { secret, uri, picture } = (await self("POST", "", {}, as)).json().data;
  const confirmed = await self("PUT", "", { code: codeNow(secret, -1) }, as);
  return { secret, uri, picture, codes: confirmed.json().recovery_codes as string[] };
}

describe("the second factor", () => {
  it("is offered as key, URI and picture, and is in force once a code of it was given [ACC-26]", async () => {
    expect((await self("PUT", "", { code: "123456" })).json().code).toBe("accounts.factorNotOffered");
    const { secret, uri, picture } = (await self("POST", "", {})).json().data;
    expect(uri).toContain(secret);
    expect(picture).toMatch(/^<svg/);
    expect((await self("PUT", "", { code: codeNow(secret, 5) })).json().code).toBe("accounts.factorWrong");
    expect((await signIn()).statusCode).toBe(200);
    const { recovery_codes } = (await self("PUT", "", { code: codeNow(secret) })).json();
    expect(new Set(recovery_codes).size).toBe(10);
    // 120 bits: with fewer than 112 a plain hash would not do.
    for (const code of recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect((await self("GET")).json().data).toMatchObject({ is_on: true, recovery_codes_left: 10, is_required: false });
    const rows = await world.database.pool.query("select users::text as row from users");
    expect(JSON.stringify(rows.rows)).not.toContain(secret);
    for (const code of recovery_codes) expect(JSON.stringify(rows.rows)).not.toContain(code.replaceAll("-", ""));
  });

  it("is asked for after the right password, and each code is good once [ACC-26]", async () => {
    const { secret } = await turnOn();
    const asked = (await signIn()).json();
    expect(asked.code).toBe("accounts.factorNeeded");
    expect(asked.token).toBeUndefined();
    const { security_ticket } = asked.details;
    const code = codeNow(secret);
    expect((await signIn({ security_ticket, factor_code: "000000" })).json().code).toBe("accounts.factorWrong");
    expect((await signIn({ security_ticket, factor_code: code })).statusCode).toBe(200);
    const again = (await signIn()).json().details.security_ticket;
    expect((await signIn({ security_ticket: again, factor_code: code })).json().code).toBe("accounts.factorWrong");
    expect((await signIn({ factor_code: codeNow(secret, 1) })).json().code).toBe("accounts.factorNeeded");
    expect((await signIn({ password: "Wrong-2026", factor_code: code })).json().code).toBe("iot-control.10013");
  });

  it("says that its key cannot be read any more, locks nobody out for it, and takes recovery codes [ACC-26]", async () => {
    const { secret, codes } = await turnOn();
    await sql`update users set totp_secret = ${seal("another secret of an installation", "second factor", secret)}
      where name = ${user.name}`.execute(world.database.db);
    for (let n = 0; n <= LOCK_FAILURES; n += 1) {
      const { security_ticket } = (await signIn()).json().details;
      expect((await signIn({ security_ticket, factor_code: codeNow(secret) })).json().code).toBe("accounts.factorLost");
    }
    const { security_ticket } = (await signIn()).json().details;
    expect((await signIn({ security_ticket, factor_code: codes[0] })).statusCode).toBe(200);
  });

  it("a ticket of another step of the sign-in stands for no code of a phone and for no second factor [ACC-10] [ACC-26]", async () => {
    const phone = `1370000${String(serial).padStart(4, "0")}`;
    const held = await world.user({ tenant: `held_${serial}`, name: `held_${serial}`, role: "manager", phone });
    for (let n = 0; n < 3; n++) await signIn({ password: "Wrong-2026" }, held.name);
    const asked = (await signIn({}, held.name)).json();
    expect(asked.code).toBe("iot-http.423");
    const { security_ticket } = asked.details;
    // The phone is asked for again.
    const again = await signIn({ security_ticket, factor_code: "123456" }, held.name);
    expect(again.json().code).toBe("iot-http.423");
    const byPhone = await signIn({ security_ticket, factor_code: "123456", type: 2, password: "000000" }, phone);
    expect(byPhone.statusCode).not.toBe(200);
  });

  it("the key in force is changed with the password alone [ACC-26]", async () => {
    const { secret } = await turnOn();
    expect((await self("POST", "", {})).json().code).toBe("accounts.passwordWrong");
    expect((await self("POST", "", { password: TEST_PASSWORD })).statusCode).toBe(200);
    const { security_ticket } = (await signIn()).json().details;
    expect((await signIn({ security_ticket, factor_code: codeNow(secret) })).statusCode).toBe(200);
  });

  it("of a sub-user ends when its password is reset by the primary account [ACC-26] [USR-02]", async () => {
    const sub = await world.user({
      tenant: user.name,
      name: `${user.name}_s`,
      role: "sub",
      phone: `1371000${String(serial).padStart(4, "0")}`,
    });
    await turnOn(sub);
    await world.call(user, { method: "PUT", url: `/api/tenant/sub-users/${sub.userId}/password` });
    expect(
      (await signIn({ password: `1000${String(serial).padStart(4, "0")}` }, `${sub.name}@${user.name}`)).json().code,
    ).toBe("accounts.passwordMustChange");
  });

  it("wrong codes ban as wrong passwords do [ACC-26] [ACC-09]", async () => {
    await turnOn();
    const { security_ticket } = (await signIn()).json().details;
    const tries: string[] = [];
    for (let n = 0; n < 5; n++) tries.push((await signIn({ security_ticket, factor_code: "000000" })).json().code);
    expect(tries.at(-1)).toBe("iot-control.10024");
  });

  it("codes that are given at once are no more than one after the other, and a ticket takes five [ACC-26] [ACC-09]", async () => {
    await turnOn();
    const { security_ticket } = (await signIn()).json().details;
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => signIn({ security_ticket, factor_code: "000000" })),
    );
    const judged = tries.filter((answer) => answer.json().code === "accounts.factorWrong");
    expect(judged.length).toBeLessThan(LOCK_FAILURES);
    const { db } = world.database;
    await sql`delete from sign_in_locks`.execute(db);
    await sql`update security_tickets set tries = 5`.execute(db);
    expect((await signIn({ security_ticket, factor_code: "000000" })).json().code).toBe("accounts.factorNeeded");
  });

  it("a ticket stands for the captcha of its own account alone [ACC-02] [ACC-26]", async () => {
    await turnOn();
    const { security_ticket } = (await signIn()).json().details;
    const other = await world.user({ tenant: `other_${serial}`, name: `other_${serial}`, role: "manager" });
    const without = { security_ticket, svg_code: "" };
    expect((await signIn(without)).json().code).toBe("accounts.factorNeeded");
    expect((await signIn(without, other.name)).json().code).toBe("accounts.captchaEmpty");
  });

  it("a recovery code opens once, however it is written [ACC-26]", async () => {
    const { codes } = await turnOn();
    const ticket = async () => (await signIn()).json().details.security_ticket;
    const factor_code = codes[0]?.toLowerCase().replaceAll("-", "");
    expect((await signIn({ security_ticket: await ticket(), factor_code })).statusCode).toBe(200);
    expect((await signIn({ security_ticket: await ticket(), factor_code })).json().code).toBe("accounts.factorWrong");
    expect((await self("GET")).json().data.recovery_codes_left).toBe(9);
  });

  it("is turned off with the password, unless the tenant requires it [ACC-26]", async () => {
    await turnOn();
    expect((await self("POST", "/remove", { password: "x" })).json().code).toBe("accounts.passwordWrong");
    const rule = (is_required: boolean, as = user) =>
      world.call(as, { method: "PUT", url: "/api/tenant/second-factor", payload: { is_required } });
    expect((await rule(true)).statusCode).toBe(200);
    expect((await self("POST", "/remove", { password: TEST_PASSWORD })).json().code).toBe("accounts.factorRequired");
    const sub = await world.user({ tenant: user.name, name: `${user.name}_s`, role: "sub" });
    expect((await rule(false, sub)).statusCode).toBe(403);
    expect((await rule(false)).statusCode).toBe(200);
    expect((await self("POST", "/remove", { password: TEST_PASSWORD })).statusCode).toBe(200);
    expect((await signIn()).statusCode).toBe(200);
  });

  it("that a tenant requires is set up before the first session [ACC-26]", async () => {
    const sub = await world.user({ tenant: user.name, name: `${user.name}_s`, role: "sub" });
    await world.call(user, { method: "PUT", url: "/api/tenant/second-factor", payload: { is_required: true } });
    const name = `${sub.name}@${user.name}`;
    const refused = (await signIn({}, name)).json();
    expect(refused.code).toBe("accounts.factorSetup");
    const { security_ticket, secret } = refused.details;
    const setUp = (payload: object) =>
      world.call(null, { method: "PUT", url: "/api/control/second-factor", payload: { security_ticket, ...payload } });
    expect((await setUp({ code: "000000" })).json().code).toBe("accounts.factorWrong");
    expect((await setUp({ code: codeNow(secret, -1) })).json().recovery_codes).toHaveLength(10);
    expect((await setUp({ code: codeNow(secret) })).json().code).toBe("accounts.factorNotOffered");
    const { details } = (await signIn({}, name)).json();
    const body = { security_ticket: details.security_ticket, factor_code: codeNow(secret) };
    expect((await signIn(body, name)).statusCode).toBe(200);
  });
});
