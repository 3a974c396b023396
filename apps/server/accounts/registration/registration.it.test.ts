import { CODE_TRIES, CODES_PER_DAY } from "@canopy/contract/accounts/rules";
import { REGISTRATION_CASES, RIGHT_REGISTRATION } from "@canopy/contract/accounts/test-registration-cases";
import { IMAGE_MAX_BYTES } from "@canopy/contract/platform/images";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { captchaAnswer, newestCode } from "../../testing/read-secrets.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let system: TestUser;
let merchant: { tenantId: string; code: string; manager: TestUser };
beforeAll(async () => {
  world = await testApp();
  system = await world.user({ tenant: "platform", name: "root_admin", role: "system" });
  merchant = await newMerchant("maker");
});
afterAll(() => world.close());
/** Each test comes from an address of its own: the limits per address have tests of their own. */
let tests = 0;
let remoteAddress = "";
beforeEach(async () => {
  tests += 1;
  remoteAddress = `10.${Math.floor(tests / 250)}.0.${tests % 250}`;
  await sql`truncate verification_codes, outbox, sign_in_failures, sign_in_locks`.execute(world.database.db);
});

async function newMerchant(name: string) {
  const manager = await world.user({ tenant: name, name, role: "manager" });
  const found = await sql<{ code: string }>`update tenants set kind = 'merchant' where id = ${manager.tenantId}
    returning merchant_code as code`.execute(world.database.db);
  return { tenantId: manager.tenantId, code: found.rows[0]?.code ?? "", manager };
}

let serial = 0;
const fresh = () => {
  serial += 1;
  const tail = String(serial).padStart(4, "0");
  return {
    name: `li_wei_${tail}`,
    mobile: `1380013${tail}`,
    organization_name: `青冠${tail}`,
    merchant_id: merchant.code,
  };
};
type Form = Record<string, unknown> & ReturnType<typeof fresh>;

const post = (payload: Record<string, unknown>, headers = {}) =>
  world.call(null, { method: "POST", url: "/api/tenant/user-tenants", payload, headers, remoteAddress });
async function codeFor(destination: string, type = 1, purpose = "register"): Promise<string> {
  const url = "/api/control/verification-codes";
  const payload = { type, destination, purpose };
  const asked = await world.call(null, { method: "POST", url, remoteAddress, payload });
  expect(asked.statusCode).toBe(200);
  return newestCode(world.database.db, destination);
}
async function formOf(more: Record<string, unknown> = {}): Promise<Form> {
  const form = { ...RIGHT_REGISTRATION, ...fresh(), ...more };
  return { ...form, mobile_verification_code: await codeFor(form.mobile) };
}
const register = async (more: Record<string, unknown> = {}) => {
  const form = await formOf(more);
  return { form, answer: await post(form) };
};
const tenantsNamed = async (name: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from users where name = ${name}`.execute(world.database.db))
    .rows[0]?.n;

async function signIn(username: string, password = RIGHT_REGISTRATION.password as string) {
  const { uuid } = (await world.call(null, { url: "/api/control/usercenter/svg", remoteAddress })).json();
  const svg_code = await captchaAnswer(world.database.db, uuid);
  const payload = { username, password, svg_code, svg_code_uuid: uuid, type: 3 };
  return world.call(null, { method: "POST", url: "/api/control/sessions", payload, remoteAddress });
}
const decide = (user: TestUser, id: string, payload: Record<string, unknown>) =>
  world.call(user, { method: "PUT", url: `/api/operating/registrations/${id}`, payload });

describe("the register call", () => {
  // The picture of 2 MB alone would cost more than all others; the contract's own test has it.
  const wrong = REGISTRATION_CASES.filter(({ code, value }) => code !== null && value.length < 1000);
  it.each(wrong.map((each) => [each.field, each.value, each.code, each] as const))(
    "%s %j answers %s and writes nothing [ACC-14] [ACC-15]",
    async (field, value, code, { also }) => {
      const answer = await post({ ...RIGHT_REGISTRATION, ...fresh(), ...also, [field]: value });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.json().details).toContainEqual(expect.objectContaining({ field, code }));
      expect(await tenantsNamed(String(field === "name" ? value : RIGHT_REGISTRATION.name))).toBe(0);
    },
  );

  it("makes an account under review, with what was typed [ACC-16] [ACC-17]", async () => {
    const { form, answer } = await register({ gender: "女", city: "上海" });
    expect(answer.json()).toMatchObject({ state: "review", message: "已提交，审核需 1-3 个工作日" });
    const { db } = world.database;
    const made =
      await sql`select u.name, u.phone, u.email, u.gender, u.job, u.role, t.state, t.kind, t.city, t.merchant_id,
        t.organization_name from users u join tenants t on t.id = u.tenant_id where t.id = ${answer.json().id}`.execute(
        db,
      );
    expect(made.rows).toEqual([
      {
        ...{ name: form.name, phone: form.mobile, email: null, gender: "女", job: "工程师", role: "manager" },
        ...{ state: "review", kind: "owner", city: "上海", merchant_id: merchant.tenantId },
        organization_name: form.organization_name,
      },
    ]);
    expect((await signIn(form.name)).json().code).toBe("iot-tenant.10016");
    expect((await signIn(form.name, "Wrong-2026")).json().code).toBe("iot-control.10013");
  });

  it("keeps every field of the person and the organisation [ACC-15] [ACC-16]", async () => {
    const person = { nick_name: "Li Wei", gender: "男", job: "试验_工程师", department: "底盘", description: "夜班" };
    const place = { industry: "汽车", address: "上海_2", country: "中国", province: "上海", city: "嘉定" };
    const { answer } = await register({ ...person, ...place, tenant_type: 0, namespace: "x", username: "y" });
    const kept = await sql`select nick_name, gender, job, department, description, industry, address, country, province,
      city from users u join tenants t on t.id = u.tenant_id where t.id = ${answer.json().id}`.execute(
      world.database.db,
    );
    expect(kept.rows).toEqual([{ ...person, ...place }]);
    expect(await tenantsNamed("y")).toBe(0);
  });

  it("tells tenants apart by more than the case of letters [NAV-08] [ACC-16]", async () => {
    const names = [];
    for (const organization_name of ["BlueFleet", "BLUEfleet"]) {
      const { form, answer } = await register({ organization_name });
      const found = await sql<{ name: string }>`select name from tenants where id = ${answer.json().id}`.execute(
        world.database.db,
      );
      names.push(found.rows[0]?.name.replace(form.name, "and its owner"));
    }
    expect(names).toEqual(["BlueFleet", "BLUEfleet and its owner"]);
  });

  it("takes a picture of 2,097,152 bytes, refuses one byte more and ten MB [ACC-15]", async () => {
    const picture = (bytes: number) => {
      const png = Buffer.alloc(bytes);
      png.write("\x89PNG\r\n\x1a\n", "latin1");
      return `data:image/png;base64,${png.toString("base64")}`;
    };
    const form = await formOf();
    const more = await post({ ...form, avatar: picture(IMAGE_MAX_BYTES + 1) });
    expect(more.json()).toMatchObject({ code: "platform.imageTooLarge", field: "avatar" });
    expect((await post({ ...form, avatar: picture(10 * 1024 * 1024) })).statusCode).toBe(413);
    expect(await tenantsNamed(form.name)).toBe(0);
    expect((await post({ ...form, avatar: picture(IMAGE_MAX_BYTES) })).statusCode).toBe(200);
  });

  it("takes the names that are too long for the page, up to 32 [ACC-14]", async () => {
    for (const length of [21, 32]) expect((await register({ name: "x".repeat(length) })).answer.statusCode).toBe(200);
  });

  it("wants the phone's own code, and one of registering [ACC-16]", async () => {
    const form = { ...RIGHT_REGISTRATION, ...fresh() };
    expect((await post(form)).json()).toMatchObject({ code: "018", field: "mobile_verification_code" });
    const code = await codeFor(form.mobile, 1, "modify");
    expect((await post({ ...form, mobile_verification_code: code })).json().code).toBe("018");
  });

  it("a wrong e-mail code leaves the phone's code good for the next try [ACC-16]", async () => {
    const form = await formOf({ email: "li@example.com" });
    const code = await codeFor(form.email as string, 2);
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await post({ ...form, email_verification_code: wrong })).json().code).toBe("019");
    expect(await tenantsNamed(form.name)).toBe(0);
    expect((await post({ ...form, email_verification_code: code })).statusCode).toBe(200);
    expect((await post({ ...form, email_verification_code: code })).json().code).toBe("018");
  });

  it("a code is void after five tries, and after five minutes [ACC-07]", async () => {
    const form = await formOf();
    const wrong = form.mobile_verification_code === "000000" ? "000001" : "000000";
    for (let n = 0; n < CODE_TRIES; n++)
      expect((await post({ ...form, mobile_verification_code: wrong })).json().code).toBe("018");
    expect((await post(form)).json().code).toBe("018");
    const old = await formOf();
    await sql`update verification_codes set created_at = now() - interval '301 seconds'`.execute(world.database.db);
    expect((await post(old)).json().code).toBe("018");
  });

  it("a code asked for a hundred times is sent ten times a day and once a minute [ACC-07]", async () => {
    const [destination, url] = ["13800139999", "/api/control/verification-codes"];
    const ask = (from: string) =>
      world.call(null, {
        method: "POST",
        url,
        remoteAddress: from,
        payload: { type: 1, destination, purpose: "register" },
      });
    const counts = { sent: 0, soon: 0, day: 0 };
    for (let n = 0; n < 50; n++) {
      for (const address of [`10.1.${n}.1`, `10.1.${n}.2`]) {
        const answer = await ask(address);
        if (answer.statusCode === 200) counts.sent++;
        else if (answer.json().code === "accounts.codeTooSoon") counts.soon++;
        else if (answer.json().code === "accounts.codeDayLimit") counts.day++;
      }
      await sql`update verification_codes set created_at = created_at - interval '61 seconds'`.execute(
        world.database.db,
      );
    }
    expect(counts).toEqual({ sent: CODES_PER_DAY, soon: CODES_PER_DAY, day: 80 });
  });

  it("of two with the same name or phone at once, one is made [ACC-14]", async () => {
    const [one, two] = [await formOf(), await formOf({ name: "twin_of_two" })];
    const both = await Promise.all([post({ ...one, name: "twin_of_two" }), post(two)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: "009", field: "name" });
    expect(await tenantsNamed("twin_of_two")).toBe(1);
    const form = await formOf();
    const repeated = await Promise.all([post(form), post({ ...form, name: "other_name" })]);
    expect(repeated.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
  });

  it("sent twice with one key, it is made once and answered alike", async () => {
    const form = await formOf();
    const first = await post(form, { "idempotency-key": "register-once" });
    const second = await post(form, { "idempotency-key": "register-once" });
    expect(second.json()).toEqual(first.json());
    expect(await tenantsNamed(form.name)).toBe(1);
  });

  it("names, phones and addresses are unique whatever their case [ACC-14]", async () => {
    const email = "unique@example.com";
    const form = await formOf({ email });
    expect((await post({ ...form, email_verification_code: await codeFor(email, 2) })).statusCode).toBe(200);
    expect((await register({ name: form.name.toUpperCase() })).answer.json().code).toBe("009");
    await sql`update verification_codes set created_at = created_at - interval '61 seconds'`.execute(world.database.db);
    expect((await register({ mobile: form.mobile })).answer.json().code).toBe("007");
    const again = await formOf({ email: email.toUpperCase() });
    const code = await codeFor(email.toUpperCase(), 2);
    expect((await post({ ...again, email_verification_code: code })).json().code).toBe("016");
  });

  it("an owner names an active merchant; device makers register where it is open [ACC-13]", async () => {
    const owner = await world.user({ tenant: "just_an_owner", name: "just_an_owner", role: "manager" });
    const found = await sql<{ code: string }>`select merchant_code as code from tenants
      where id = ${owner.tenantId}`.execute(world.database.db);
    for (const merchant_id of ["M-0000000000", found.rows[0]?.code])
      expect((await register({ merchant_id })).answer.json()).toMatchObject({ code: "020", field: "merchant_id" });
    expect((await register({ merchant_id: merchant.code.toLowerCase() })).answer.statusCode).toBe(200);
    const maker = await register({ tenant_type: 1, merchant_id: "" });
    expect(maker.answer.json().code).toBe("accounts.merchantsClosed");
  });

  it("opens at once where no review is configured, and to device makers where it is open [ACC-13] [ACC-17]", async () => {
    const open = await testApp({ merchantRegistration: true, registrationReview: false });
    try {
      const form = { ...RIGHT_REGISTRATION, tenant_type: 1, merchant_id: "" };
      const url = "/api/control/verification-codes";
      const asked = { type: 1, destination: form.mobile, purpose: "register" };
      await open.call(null, { method: "POST", url, payload: asked });
      const mobile_verification_code = await newestCode(open.database.db, form.mobile);
      const payload = { ...form, mobile_verification_code };
      const answer = await open.call(null, { method: "POST", url: "/api/tenant/user-tenants", payload });
      expect(answer.json()).toMatchObject({ state: "active" });
    } finally {
      await open.close();
    }
  });
});

describe("the availability check", () => {
  const ask = (field: string, value: string) =>
    world.call(null, { url: "/api/tenant/user-tenants/validation", query: { field, value }, remoteAddress });

  it("answers whether a name, phone or address is free, and whether a merchant exists [ACC-19]", async () => {
    const { form } = await register();
    expect((await ask("name", form.name)).json()).toBe(false);
    expect((await ask("name", form.name.toUpperCase())).json()).toBe(false);
    expect((await ask("name", "nobody_has_it")).json()).toBe(true);
    expect((await ask("mobile", form.mobile)).json()).toBe(false);
    expect((await ask("mobile", "13900000000")).json()).toBe(true);
    expect((await ask("email", "nobody@example.com")).json()).toBe(true);
    expect((await ask("merchant_id", merchant.code)).json()).toBe(true);
    expect((await ask("merchant_id", "M-1")).json()).toBe(false);
  });

  it("answers thirty times a minute to one address [ACC-19]", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await ask("name", `n${n}`)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a registration under review", () => {
  const list = async (user: TestUser, query = {}) =>
    (await world.call(user, { url: "/api/operating/registrations", query: { page_size: "100", ...query } })).json();

  it("is approved by the system manager, and the applicant is told [ACC-17] [USR-08]", async () => {
    const { form, answer } = await register();
    const [row] = (await list(system, { keyword: form.name })).list;
    expect(row).toMatchObject({ user_name: form.name, state: "review", merchant_name: "maker", has_email: false });
    expect(row.mobile).not.toBe(form.mobile);
    expect((await decide(system, answer.json().id, { decision: "approve" })).statusCode).toBe(200);
    expect((await signIn(form.name)).statusCode).toBe(200);
    const told = await sql<{ content: string }>`select content from outbox where destination = ${form.mobile}
      and content not like '%验证码%'`.execute(world.database.db);
    expect(told.rows[0]?.content).toContain(form.name);
    expect((await decide(system, answer.json().id, { decision: "refuse", reason: "x" })).json().code).toBe(
      "accounts.alreadyDecided",
    );
  });

  it("of an owner is decided by its own merchant too, and by no other [ACC-17] [USR-06]", async () => {
    const other = await newMerchant("other_maker");
    const { form, answer } = await register();
    expect((await list(other.manager, { keyword: form.name })).list).toEqual([]);
    expect((await decide(other.manager, answer.json().id, { decision: "approve" })).statusCode).toBe(404);
    expect((await list(merchant.manager, { keyword: form.name })).list).toHaveLength(1);
    expect((await decide(merchant.manager, answer.json().id, { decision: "approve" })).statusCode).toBe(200);
  });

  it("is refused with a reason, which the applicant reads, and may apply again with the same name [ACC-17]", async () => {
    const { form, answer } = await register();
    const { id } = answer.json();
    expect((await decide(system, id, { decision: "refuse", reason: " " })).json()).toMatchObject({
      code: "accounts.reasonEmpty",
      field: "reason",
    });
    expect((await decide(system, id, { decision: "refuse", reason: "营业执照不清" })).statusCode).toBe(200);
    const told = await sql<{ content: string }>`select content from outbox where destination = ${form.mobile}
      and content like '%营业执照不清%'`.execute(world.database.db);
    expect(told.rows).toHaveLength(1);
    const refused = (await signIn(form.name)).json();
    expect(refused.code).toBe("accounts.refused");
    expect(refused.details).toMatchObject({
      reason: "营业执照不清",
      application: { name: form.name, mobile: form.mobile, merchant_id: merchant.code, job: "工程师" },
    });
    expect(JSON.stringify(refused.details)).not.toContain("password");
    expect((await signIn(form.name, "Wrong-2026")).json().code).toBe("iot-control.10013");
    await sql`update verification_codes set created_at = created_at - interval '61 seconds'`.execute(world.database.db);
    const again = await post({ ...form, mobile_verification_code: await codeFor(form.mobile) });
    expect(again.json()).toMatchObject({ state: "review" });
    expect(await tenantsNamed(form.name)).toBe(1);
  });

  it("is told to those who decide [ACC-17]", async () => {
    const { form } = await register();
    const told = await sql<{ user_id: string }>`select user_id from user_messages
      where content->>'zh' like ${`%${form.organization_name}%`}`.execute(world.database.db);
    expect(told.rows.map(({ user_id }) => user_id).sort()).toEqual([system.userId, merchant.manager.userId].sort());
  });
});

describe("a forgotten password", () => {
  const reset = (payload: Record<string, unknown>) =>
    world.call(null, {
      method: "PUT",
      url: "/api/tenant/users/password",
      remoteAddress,
      payload: { new_password: "Other-2026", confirmPassword: "Other-2026", type: 1, user_type: -1, ...payload },
    });

  it("is reset by the phone's code: older sessions and access tokens end, a ban is lifted [ACC-18] [ACC-09] [USR-09]", async () => {
    const phone = "13700000001";
    const user = await world.user({ tenant: "forgot", name: "forgot", role: "manager", phone });
    await sql`insert into sign_in_locks (subject, until)
      values (${`account:${user.userId}`}, now() + interval '30 minutes')`.execute(world.database.db);
    expect((await signIn("forgot", "Right-2026")).json().code).toBe("iot-control.10024");
    const payload = { name: "script", scope: "read" };
    const made = await world.call(user, { method: "POST", url: "/api/tenant/access-tokens", payload });
    const script = { token: made.json().token };
    expect((await world.call(script, { url: "/api/tenant/users/self" })).statusCode).toBe(200);
    const answer = await reset({ source: phone, verification_code: await codeFor(phone, 1, "modify") });
    expect(answer.json().message).toBe("密码重置成功");
    expect((await world.call(script, { url: "/api/tenant/users/self" })).statusCode).toBe(401);
    expect((await world.call(user, { url: "/api/tenant/users/self" })).statusCode).toBe(401);
    expect((await signIn("forgot", "Other-2026")).statusCode).toBe(200);
    expect((await signIn("forgot", "Right-2026")).json().code).toBe("iot-control.10013");
  });

  it("needs a right code first: a stranger learns of no account [ACC-18]", async () => {
    const unknown = "13700000009";
    expect((await reset({ source: unknown, verification_code: "000000" })).json().code).toBe("018");
    const code = await codeFor(unknown, 1, "modify");
    expect((await reset({ source: unknown, verification_code: code })).json().code).toBe("accounts.phoneUnknown");
    const login = "13700000010";
    await world.user({ tenant: "forgot_two", name: "forgot_two", role: "manager", phone: login });
    const other = await codeFor(login, 1, "register");
    expect((await reset({ source: login, verification_code: other })).json().code).toBe("018");
  });

  it("a phone of two accounts is a conflict [ACC-18] [ACC-10]", async () => {
    const phone = "13700000011";
    await world.user({ tenant: "shared_a", name: "shared_a", role: "manager", phone });
    await world.user({ tenant: "shared_b", name: "shared_b", role: "manager", phone });
    const answer = await reset({ source: phone, verification_code: await codeFor(phone, 1, "modify") });
    expect(answer.json().code).toBe("iot-http.409");
  });
});
