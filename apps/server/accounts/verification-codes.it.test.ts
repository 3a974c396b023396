import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { CODE_TRIES, CODES_PER_DAY, CODES_PER_HOUR_AND_ADDRESS } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testSmtp } from "../testing/outside/test-smtp.ts";
import { newestCode } from "../testing/read-secrets.ts";
import { TEST_SECRET, type TestApp, testApp } from "../testing/test-app.ts";
import { consumeCode } from "./verification-codes.ts";

let world: TestApp;
beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());
beforeEach(() => sql`truncate verification_codes, outbox`.execute(world.database.db));

const ask = (on: TestApp, payload: Record<string, unknown>, remoteAddress = "127.0.0.1", path = "") =>
  on.call(null, {
    method: "POST",
    url: `/api/control/verification-codes${path}`,
    remoteAddress,
    headers: { "accept-language": "en" },
    payload: { type: 1, purpose: "register", ...payload },
  });

const age = (seconds: number) =>
  sql`update verification_codes set created_at = created_at - ${seconds} * interval '1 second'`.execute(
    world.database.db,
  );

describe("a verification code", () => {
  it("waits in the outbox for the operator where no provider is configured, and is in no response [ACC-07]", async () => {
    const answer = await ask(world, { destination: "13800000001" });
    expect(answer.statusCode).toBe(200);
    const code = await newestCode(world.database.db, "13800000001");
    expect(code).toMatch(/^\d{6}$/);
    expect(answer.body).not.toContain(code);
    const stored = await sql`select verification_codes::text as row from verification_codes`.execute(world.database.db);
    expect(JSON.stringify(stored.rows)).not.toContain(code);
  });

  it("is masked in the operator's list, and shown by a call of its own, which is logged [ACC-07] [USR-07]", async () => {
    const root = await world.user({ tenant: "platform", name: "root_reads", role: "system" });
    await ask(world, { destination: "13800000002" });
    const code = await newestCode(world.database.db, "13800000002");
    const list = await world.call(root, { method: "GET", url: "/api/operating/outbox" });
    expect(list.body).not.toContain(code);
    const [message] = list.json().list;
    expect(message).toMatchObject({ masked: true, content: expect.stringContaining("Your code is ••••••.") });
    const shown = await world.call(root, { method: "POST", url: `/api/operating/outbox/${message.id}/reveal` });
    expect(shown.json().data.content).toContain(code);
    const logged = await sql`select user_name, objects from operation_log
      where operation = 'messages.revealOutgoing'`.execute(world.database.db);
    expect(logged.rows).toEqual([{ user_name: "root_reads", objects: { message_id: message.id } }]);
  });

  const services = () => ({ db: world.database.db, providers: { find: async () => undefined }, secret: TEST_SECRET });
  const wanted = { channel: "sms", destination: "13800000001", purpose: "register" } as const;

  it("is good once, for five minutes and for its own purpose [ACC-07]", async () => {
    await ask(world, { destination: "13800000001" });
    const code = await newestCode(world.database.db, "13800000001");
    expect(await consumeCode(services(), { ...wanted, purpose: "login" }, code)).toBe(false);
    expect(await consumeCode(services(), wanted, code)).toBe(true);
    expect(await consumeCode(services(), wanted, code)).toBe(false);
    await age(61);
    await ask(world, { destination: "13800000001" });
    const second = await newestCode(world.database.db, "13800000001");
    await age(301);
    expect(await consumeCode(services(), wanted, second)).toBe(false);
  });

  it("is void after five wrong tries [ACC-07]", async () => {
    await ask(world, { destination: "13800000001" });
    const code = await newestCode(world.database.db, "13800000001");
    const wrong = code === "000000" ? "000001" : "000000";
    for (let n = 0; n < CODE_TRIES; n++) expect(await consumeCode(services(), wanted, wrong)).toBe(false);
    expect(await consumeCode(services(), wanted, code)).toBe(false);
  });

  it("is taken by one of two who try it at once [ACC-07]", async () => {
    await ask(world, { destination: "13800000001" });
    const code = await newestCode(world.database.db, "13800000001");
    const both = await Promise.all([consumeCode(services(), wanted, code), consumeCode(services(), wanted, code)]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });
});

describe("asking for codes", () => {
  it("is limited to one a minute per destination, even at once [ACC-07]", async () => {
    const both = await Promise.all([
      ask(world, { destination: "13800000002" }),
      ask(world, { destination: "13800000002" }),
    ]);
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 429]);
    const refused = await ask(world, { destination: "13800000002" });
    expect(refused.json()).toMatchObject({ code: "accounts.codeTooSoon" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
  });

  it("is limited to ten a day per destination [ACC-07]", async () => {
    for (let n = 0; n < CODES_PER_DAY; n++) {
      expect((await ask(world, { destination: "13800000003" }, `10.1.0.${n}`)).statusCode).toBe(200);
      await age(61);
    }
    expect((await ask(world, { destination: "13800000003" })).json().code).toBe("accounts.codeDayLimit");
  });

  it("is limited to thirty an hour per source address [ACC-07]", async () => {
    await sql`insert into verification_codes (channel, destination, purpose, code_hash, address)
      select 'sms', '1380000' || n, 'register', '\\x00', '10.2.0.1'
      from generate_series(1000, ${999 + CODES_PER_HOUR_AND_ADDRESS}) n`.execute(world.database.db);
    expect((await ask(world, { destination: "13800000004" }, "10.2.0.1")).json().code).toBe("accounts.codeSourceLimit");
    expect((await ask(world, { destination: "13800000004" }, "10.2.0.2")).statusCode).toBe(200);
  });

  it.each([
    [{ type: 1, destination: "12ab" }, "", "004"],
    [{ type: 2, destination: "no address" }, "", "015"],
    [{ type: 1, destination: "4915112345678", region: "cn" }, "/tenant-manager", "004"],
  ])("refuses the destination of %j%s with %s [ACC-07]", async (payload, path, code) => {
    expect((await ask(world, payload, "10.3.0.1", path)).json().code).toBe(code);
  });

  it("takes foreign numbers by region in the manager variant [ACC-07]", async () => {
    const answer = await ask(world, { destination: "4915112345678", region: "intl" }, "10.3.0.2", "/tenant-manager");
    expect(answer.statusCode).toBe(200);
  });
});

describe("codes by e-mail", () => {
  it("are sent by the configured SMTP server [ACC-07]", async () => {
    const smtp = await testSmtp();
    const mailing = await testApp({ smtpUrl: smtp.url });
    try {
      const answer = await ask(mailing, { type: 2, destination: "someone@example.com" });
      expect(answer.statusCode).toBe(200);
      expect(smtp.mails[0]).toContain("someone@example.com");
      expect(smtp.mails[0]).toContain(await newestCode(mailing.database.db, "someone@example.com"));
    } finally {
      await mailing.close();
      await smtp.close();
    }
  });

  it("that cannot be sent say so, and the outbox says why [ACC-07]", async () => {
    // A closed port: one that was free a moment ago.
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const broken = await testApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    try {
      const answer = await ask(broken, { type: 2, destination: "someone@example.com" });
      expect(answer.statusCode).toBe(502);
      expect(answer.json().message).toBe("Sending failed, try again later");
      const rows = await sql`select state, problem from outbox`.execute(broken.database.db);
      expect(rows.rows[0]).toMatchObject({ state: "failed", problem: expect.stringContaining("ECONNREFUSED") });
    } finally {
      await broken.close();
    }
  });
});
