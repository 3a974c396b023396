import { LOCK_FAILURES, LOCK_FAILURES_PER_ADDRESS } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { captchaAnswer, newestCode } from "../testing/read-secrets.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

let world: TestApp;
let manager: TestUser;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "acme", name: "acme", role: "manager", phone: "13900000001" });
  await world.user({ tenant: "acme", name: "linyuan", role: "sub", level: "read", phone: "13900000002" });
});
afterAll(() => world.close());
/** Each test comes from an address of its own: the limits per address have tests of their own. */
let tests = 0;
let home = "";
beforeEach(async () => {
  home = `10.0.0.${++tests}`;
  await sql`truncate sign_in_failures, sign_in_locks, sign_in_bans, outbox, known_browsers, verification_codes`.execute(
    world.database.db,
  );
});

async function freshCaptcha() {
  const { uuid } = (await world.call(null, { url: "/api/control/usercenter/svg", remoteAddress: home })).json();
  return { svg_code: await captchaAnswer(world.database.db, uuid), svg_code_uuid: uuid };
}

interface Try {
  username: string;
  password?: string;
  body?: Record<string, unknown>;
  path?: string;
  cookie?: string;
  address?: string;
}

async function signIn({
  username,
  password = TEST_PASSWORD,
  body,
  path = "/api/control/sessions",
  cookie,
  address,
}: Try) {
  return world.call(null, {
    method: "POST",
    url: path,
    headers: cookie ? { cookie } : {},
    remoteAddress: address ?? home,
    payload: { username, password, ...(await freshCaptcha()), ...body },
  });
}

async function fail(username: string, times: number, address?: string) {
  let last = await signIn({ username, password: "wrong", ...(address && { address }) });
  for (let n = 1; n < times; n++) last = await signIn({ username, password: "wrong", ...(address && { address }) });
  return last;
}

describe("the captcha", () => {
  it("is an SVG image with an id, and its answer is in no response [ACC-02]", async () => {
    const answer = await world.call(null, { url: "/api/control/usercenter/svg" });
    const { uuid, svgCode } = answer.json();
    expect(svgCode).toMatch(/^<svg/);
    expect(svgCode).not.toContain("<text");
    expect(answer.body).not.toContain(`"${await captchaAnswer(world.database.db, uuid)}"`);
  });

  it("is required, refused when wrong, and good once [ACC-02]", async () => {
    const empty = await signIn({ username: "acme", body: { svg_code: "" } });
    expect(empty.json()).toMatchObject({ code: "accounts.captchaEmpty", field: "svg_code" });
    const wrong = await signIn({ username: "acme", body: { svg_code: "????" } });
    expect(wrong.json().code).toBe("iot-control.10027");
    const captcha = await freshCaptcha();
    expect((await signIn({ username: "acme", body: captcha })).statusCode).toBe(200);
    expect((await signIn({ username: "acme", body: captcha })).json().code).toBe("iot-control.10026");
  });

  it("is void after a wrong answer and after five minutes [ACC-02]", async () => {
    const captcha = await freshCaptcha();
    await signIn({ username: "acme", body: { ...captcha, svg_code: "????" } });
    expect((await signIn({ username: "acme", body: captcha })).json().code).toBe("iot-control.10026");
    const old = await freshCaptcha();
    await sql`update captchas set created_at = now() - interval '301 seconds'
      where uuid = ${old.svg_code_uuid}`.execute(world.database.db);
    expect((await signIn({ username: "acme", body: old })).json().code).toBe("iot-control.10026");
  });
});

describe("signing in by password", () => {
  it("answers token, ujwt and message on both calls [ACC-03]", async () => {
    for (const path of ["/api/control/sessions", "/v1/control/sessions/tenant-manager"]) {
      const answer = await signIn({ username: "acme", path });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ token: expect.any(String), ujwt: expect.any(String), message: "登录成功" });
    }
  });

  it("keeps only hashes of what it hands out [ACC-03]", async () => {
    const { token, ujwt } = (await signIn({ username: "acme" })).json();
    const rows = await sql`select sessions::text as row from sessions`.execute(world.database.db);
    const text = JSON.stringify(rows.rows);
    expect(text).not.toContain(token);
    expect(text).not.toContain(ujwt);
  });

  it("takes the manager call with its defaults and refuses sub-users there [ACC-03]", async () => {
    const empty = await world.call(null, { method: "POST", url: "/api/control/sessions/tenant-manager", payload: {} });
    expect(empty.json().code).toBe("001");
    const sub = await signIn({ username: "linyuan@acme", path: "/api/control/sessions/tenant-manager" });
    expect(sub.json().code).toBe("iot-control.10013");
  });

  it("opens a session of its own for a ujwt, for managers only [ACC-03]", async () => {
    const { ujwt, token } = (await signIn({ username: "acme" })).json();
    const path = `/api/control/sessions/tenant-manager?ujwt=${ujwt}`;
    const answer = await world.call(null, { method: "POST", url: path, payload: {} });
    expect(answer.json().token).not.toBe(token);
    const self = await world.call({ token: answer.json().token }, { url: "/api/tenant/users/self" });
    expect(self.json().name).toBe("acme");
    // A ujwt is no token: it opens hand-over calls only.
    expect((await world.call({ token: ujwt }, { url: "/api/tenant/users/self" })).statusCode).toBe(401);
    const wrong = await world.call(null, { method: "POST", url: `${path}x`, payload: {} });
    expect(wrong.json().code).toBe("iot-control.10013");
  });

  it.each([
    ["", "001"],
    ["a", "003"],
    ["a".repeat(66), "003"],
    ["a b", "003"],
    ["' or 1=1 --", "003"],
    ["<script>", "003"],
  ])("refuses the username %j with %s [ACC-05]", async (username, code) => {
    expect((await signIn({ username })).json()).toMatchObject({ code, field: "username" });
  });

  it("asks for the password before anything is looked up [ACC-05]", async () => {
    expect((await signIn({ username: "acme", password: "" })).json()).toMatchObject({ code: "006", field: "password" });
  });

  it("knows a sub-user as sub-user@primary and not by its bare name [ACC-05]", async () => {
    expect((await signIn({ username: "linyuan@acme" })).statusCode).toBe(200);
    expect((await signIn({ username: "linyuan" })).json().code).toBe("iot-control.10013");
  });

  it("answers an unknown name as a wrong password, in both languages [ACC-10]", async () => {
    const unknown = await signIn({ username: "nobody_here" });
    const wrong = await signIn({ username: "acme", password: "wrong" });
    expect(unknown.json()).toEqual(wrong.json());
    expect(wrong.json()).toMatchObject({ code: "iot-control.10013", message: "用户名或密码错误" });
  });

  it("reports an account under review, and a name that fits two accounts [ACC-10]", async () => {
    const review = await world.user({ tenant: "newcomer", name: "newcomer", role: "manager" });
    await sql`update tenants set state = 'review' where id = ${review.tenantId}`.execute(world.database.db);
    expect((await signIn({ username: "newcomer" })).json().code).toBe("iot-tenant.10016");
    expect((await signIn({ username: "newcomer", password: "wrong" })).json().code).toBe("iot-control.10013");
    await world.user({ tenant: "twin_a", name: "twin_a", role: "manager", phone: "13911111111" });
    await world.user({ tenant: "twin_b", name: "twin_b", role: "manager", phone: "13911111111" });
    expect((await signIn({ username: "13911111111" })).json()).toMatchObject({ code: "iot-http.409" });
  });
});

describe("the manager check", () => {
  const check = async (username: string) =>
    (
      await world.call(null, {
        url: `/api/control/sessions/manager-check?type=1&username=${encodeURIComponent(username)}`,
      })
    ).json();

  it("is true for a primary account, false for sub-users and unknown names [ACC-04]", async () => {
    expect(await check("acme")).toBe(true);
    expect(await check("linyuan@acme")).toBe(false);
    expect(await check("nobody_here")).toBe(false);
  });
});

describe("the ban after wrong passwords", () => {
  it("begins at the fifth and holds against the right password [ACC-09]", async () => {
    const fourth = await fail("acme", LOCK_FAILURES - 1);
    expect(fourth.json().code).toBe("iot-control.10013");
    expect((await fail("acme", 1)).json().code).toBe("iot-control.10024");
    const right = await signIn({ username: "acme" });
    expect(right.statusCode).toBe(403);
    expect(right.json().message).toBe("登录尝试次数超限，30 分钟内禁止登录");
  });

  it("bans one account, not its colleagues behind the same address [ACC-09]", async () => {
    await fail("acme", LOCK_FAILURES);
    expect((await signIn({ username: "linyuan@acme" })).statusCode).toBe(200);
  });

  it("bans unknown names alike, so that a ban tells nothing [ACC-09]", async () => {
    await fail("nobody_here", LOCK_FAILURES);
    expect((await signIn({ username: "nobody_here" })).json().code).toBe("iot-control.10024");
  });

  it("is a row: it outlives a restart and ends after 30 minutes [ACC-09]", async () => {
    await fail("acme", LOCK_FAILURES);
    const rows = await sql<{ minutes: number }>`select extract(epoch from until - now())::float8 / 60 as minutes
      from sign_in_locks`.execute(world.database.db);
    expect(rows.rows[0]?.minutes).toBeCloseTo(30, 0);
    await sql`update sign_in_locks set until = now() - interval '1 second'`.execute(world.database.db);
    await rememberThisBrowser();
    expect((await signIn({ username: "acme", cookie: KNOWN })).statusCode).toBe(200);
  });

  it("comes for an address after fifty failures over any accounts [ACC-09]", async () => {
    await sql`insert into sign_in_failures (account, address)
      select 'name guess' || n, '10.9.8.7' from generate_series(1, ${LOCK_FAILURES_PER_ADDRESS - 1}) n`.execute(
      world.database.db,
    );
    expect((await fail("someone_else", 1, "10.9.8.7")).json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "acme", address: "10.9.8.7" })).json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "acme", address: "10.9.8.6" })).statusCode).toBe(200);
  });

  it("meets a guess that was on its way when it came [ACC-09]", async () => {
    const { db } = world.database;
    const account = manager.userId;
    let guess: ReturnType<typeof signIn> | undefined;
    await db.transaction().execute(async (trx) => {
      await sql`lock table sign_in_failures in exclusive mode`.execute(trx);
      guess = signIn({ username: "acme", password: "wrong" });
      await vi.waitFor(async () => {
        const waiting = await sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.relation = 'sign_in_failures'::regclass and not granted`.execute(
          db,
        );
        expect(waiting.rows.length).toBe(1);
      });
      await sql`insert into sign_in_locks (subject, until)
        values (${`account:${account}`}, now() + interval '30 minutes')`.execute(trx);
    });
    expect((await guess)?.json().code).toBe("iot-control.10024");
  });

  it("of an address is met by guesses at many accounts that are on their way at once [ACC-09]", async () => {
    const { db } = world.database;
    await sql`insert into sign_in_failures (account, address, is_open)
      select 'name guess' || n, '10.9.8.5', true from generate_series(1, ${LOCK_FAILURES_PER_ADDRESS}) n`.execute(db);
    expect((await signIn({ username: "acme", address: "10.9.8.5" })).json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "acme", address: "10.9.8.4" })).statusCode).toBe(200);
  });

  it("does not shut out a browser that has signed in before, which has a count of its own [ACC-09]", async () => {
    const first = await signIn({ username: "acme" });
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    const stranger = "10.9.9.9";
    expect((await fail("acme", LOCK_FAILURES, stranger)).json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "acme", address: stranger })).json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "acme", cookie })).statusCode).toBe(200);
    // Of another account the same cookie says nothing.
    expect((await fail("linyuan@acme", LOCK_FAILURES, stranger)).json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "linyuan@acme", cookie })).json().code).toBe("iot-control.10024");
    for (let n = 1; n < LOCK_FAILURES; n++) await signIn({ username: "acme", password: "wrong", cookie });
    const fifth = await signIn({ username: "acme", password: "wrong", cookie });
    expect(fifth.json().code).toBe("iot-control.10024");
    expect((await signIn({ username: "acme", cookie })).json().code).toBe("iot-control.10024");
  });

  it("is told to the owner, once a day by message and at the next sign-in [ACC-09]", async () => {
    const first = await signIn({ username: "acme" });
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    expect(first.json().bans).toEqual([]);
    const messages = async () =>
      (
        await sql<{ content: string }>`select content from outbox where destination = '13900000001'`.execute(
          world.database.db,
        )
      ).rows;
    for (let ban = 0; ban < 2; ban++) {
      await fail("acme", LOCK_FAILURES, "10.9.9.8");
      await sql`delete from sign_in_locks`.execute(world.database.db);
    }
    await vi.waitFor(async () => {
      const bans = await sql`select 1 from sign_in_bans`.execute(world.database.db);
      expect([bans.rows.length, (await messages()).length]).toEqual([2, 1]);
    });
    expect((await messages())[0]?.content).toContain("10.9.9.8");
    const told = { time: expect.any(Number), address: "10.9.9.8" };
    expect((await signIn({ username: "acme", cookie })).json().bans).toEqual([told, told]);
    expect((await signIn({ username: "acme", cookie })).json().bans).toEqual([]);
  });

  it("does not count failures older than 30 minutes, nor those before a success [ACC-09]", async () => {
    await fail("acme", LOCK_FAILURES - 1);
    await sql`update sign_in_failures set at = now() - interval '31 minutes'`.execute(world.database.db);
    expect((await fail("acme", 1)).json().code).toBe("iot-control.10013");
  });
});

const KNOWN = `canopy_browser=${"a".repeat(22)}`;

async function rememberThisBrowser() {
  const { hashToken } = await import("./secrets.ts");
  await sql`insert into known_browsers (user_id, browser_hash)
    values (${manager.userId}, ${hashToken("a".repeat(22))})`.execute(world.database.db);
}

describe("the phone as a second proof", () => {
  it("is asked for by a code that nobody takes away by asking for codes without a password [ACC-10] [ACC-07]", async () => {
    const { db } = world.database;
    await sql`insert into verification_codes (channel, destination, purpose, code_hash, address)
      select 'sms', '13900000001', 'modify', '\\x00', ${home} from generate_series(1, 40)`.execute(db);
    await fail("acme", 3);
    const { security_ticket } = (await signIn({ username: "acme" })).json().details;
    const code = await newestCode(db, "13900000001");
    // Asked for meanwhile by somebody who has no password.
    await sql`insert into verification_codes (channel, destination, purpose, code_hash, address)
      values ('sms', '13900000001', 'modify', '\\x00', '10.9.9.9')`.execute(db);
    const body = { svg_code: "", security_ticket, verification_code: code };
    expect((await signIn({ username: "acme", body })).statusCode).toBe(200);
  });

  it("is asked of an unknown browser after three failures, with the phone masked [ACC-10]", async () => {
    await fail("acme", 3);
    const asked = await signIn({ username: "acme" });
    expect(asked.statusCode).toBe(423);
    expect(asked.json()).toMatchObject({ code: "iot-http.423", details: { mobile: "139****0001" } });
    const code = await newestCode(world.database.db, "13900000001");
    expect(asked.body).not.toContain(code);
    const ticket = asked.json().details.security_ticket;
    const wrong = await signIn({
      username: "acme",
      body: { svg_code: "", security_ticket: ticket, verification_code: "000000" },
    });
    expect(wrong.json()).toMatchObject({ code: "018", field: "verification_code" });
    const right = await signIn({
      username: "acme",
      body: { svg_code: "", security_ticket: ticket, verification_code: code },
    });
    expect(right.statusCode).toBe(200);
    const again = await signIn({
      username: "acme",
      body: { svg_code: "", security_ticket: ticket, verification_code: code },
    });
    expect(again.json().code).toBe("accounts.captchaEmpty");
  });

  it("is asked again of whoever closed the question, and the code that was sent still answers it [ACC-10]", async () => {
    await fail("acme", 3);
    expect((await signIn({ username: "acme" })).statusCode).toBe(423);
    const code = await newestCode(world.database.db, "13900000001");
    const again = await signIn({ username: "acme" });
    expect(again.statusCode).toBe(423);
    expect(await newestCode(world.database.db, "13900000001")).toBe(code);
    const { security_ticket } = again.json().details;
    const body = { svg_code: "", security_ticket, verification_code: code };
    expect((await signIn({ username: "acme", body })).statusCode).toBe(200);
  });

  it("is not asked of a browser that signed in before [ACC-10]", async () => {
    const first = await signIn({ username: "acme" });
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    await fail("acme", 3);
    expect((await signIn({ username: "acme", cookie })).statusCode).toBe(200);
  });
});

describe("signing in by code", () => {
  const ask = (destination: string, extra: Record<string, unknown> = {}) =>
    world.call(null, {
      method: "POST",
      url: "/api/control/verification-codes",
      remoteAddress: home,
      payload: { type: 1, destination, purpose: "login", ...extra },
    });
  const enter = (phone: string, code: string) =>
    signIn({ username: phone, password: code, body: { type: 2, svg_code: "" } });

  it("goes by phone and the six digits that were sent [ACC-06]", async () => {
    expect((await ask("13900000002")).json()).toMatchObject({ countdown_seconds: 60 });
    const code = await newestCode(world.database.db, "13900000002");
    expect((await enter("13900000002", code)).statusCode).toBe(200);
    expect((await enter("13900000002", code)).json().code).toBe("accounts.wrongCode");
  });

  it.each([
    ["", "123456", "002"],
    ["139abc", "123456", "004"],
    ["13900000002", "12345", "014"],
  ])("refuses phone %j with code %j by %s [ACC-06]", async (phone, code, expected) => {
    expect((await enter(phone, code)).json().code).toBe(expected);
  });

  it("says that a mobile number is not registered [ACC-06]", async () => {
    const answer = await ask("13800009999");
    expect(answer.json()).toMatchObject({ code: "accounts.phoneUnknown", message: "手机号未注册" });
    expect((await enter("13800009999", "123456")).json().code).toBe("accounts.phoneUnknown");
  });

  it("counts wrong codes toward the ban [ACC-09]", async () => {
    await ask("13900000002");
    for (let n = 0; n < 4; n++) expect((await enter("13900000002", "000000")).json().code).toBe("accounts.wrongCode");
    expect((await enter("13900000002", "000000")).json().code).toBe("iot-control.10024");
  });
});
