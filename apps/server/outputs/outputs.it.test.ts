import { outputErrors } from "@canopy/contract/outputs/errors";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Providers } from "../messages/find-providers.ts";
import { OutboxSender } from "../messages/outbox-sender.ts";
import { createLog } from "../platform/log.ts";
import { type TestSmtp, testSmtp } from "../testing/outside/test-smtp.ts";
import { grantLevel } from "../testing/terminals/test-device.ts";
import { TEST_SECRET } from "../testing/test-app.ts";
import { NIGHTLY, type OutputWorld, outputWorld } from "../testing/worlds/test-output-world.ts";
import { cleanUpOutputs } from "./clean-up.ts";

const DAY_MS = 86_400_000;

describe("scheduled outputs", () => {
  let world: OutputWorld;
  let smtp: TestSmtp;

  beforeAll(async () => {
    [world, smtp] = await Promise.all([outputWorld(), testSmtp()]);
  });
  afterAll(async () => {
    await smtp?.close();
    await world?.end();
  });

  const db = () => world.app.database.db;
  const post = (payload: object, user = world.manager) =>
    world.app.call(user, { method: "POST", url: "/api/outputs", payload: { ...NIGHTLY, ...payload } });
  const shown = async (id: string, user = world.manager) =>
    (await world.app.call(user, { method: "GET", url: `/api/outputs/${id}` })).json().data;
  const kept = async (user = world.manager) =>
    (
      await world.app.call(user, {
        method: "GET",
        url: `/api/out-filemanager/tenants/${user.tenantId}/files?type=output&page_size=100`,
      })
    ).json().list;
  const bell = async (userId: string) =>
    (
      await sql<{ title: { en: string }; link: string }>`select title, link from user_messages
        where user_id = ${userId} order by sent_at desc`.execute(db())
    ).rows;
  const sendMails = async () => {
    const parts = { db: db(), secret: TEST_SECRET, smtpUrl: smtp.url, privateTargets: false };
    const sender = new OutboxSender({ ...parts, providers: new Providers(parts), log: createLog("silent") });
    while ((await sender.sendDue()) > 0);
  };

  it("writes the frames of each device into the own files and mails a link to them [DAT-03] [FIL-05]", async () => {
    const mail = { addresses: ["team@example.com"], how: "link" as const };
    const output = await world.create({ name: "Files", mail });
    const run = await world.runNow(output.output_id);
    expect(run).toMatchObject({ state: "done", files: 1, message_code: null, attempts: 1 });
    const [of, none] = run.list;
    expect(of).toMatchObject({ device_name: "EV-01", frames: 10, is_kept: true, object: null });
    expect(none).toMatchObject({ device_name: "EV-02", frames: 0, bytes: 0, is_kept: false });
    expect(await kept()).toMatchObject([{ id: of?.file_id, name: of?.name, size: of?.bytes, state: "stored" }]);
    await sendMails();
    expect(smtp.mails).toHaveLength(1);
    const [text = ""] = smtp.mails.map((one) => one.replaceAll("=\r\n", "").replaceAll("=3D", "="));
    expect(text).toContain("No frames of EV-02 in this range.");
    expect(text).toContain(`http://127.0.0.1/Container/Outputs?tab=runs&run=${run.run_id}`);
    expect(text).toContain("text/html");
    expect((await shown(output.output_id)).last_run).toMatchObject({ run_id: run.run_id, state: "done" });
  });

  it("says so where a range has no frames, which is no failure", async () => {
    const scope = { kind: "devices" as const, ids: [world.bus.thingsId] };
    const { output_id } = await world.create({ name: "Empty", scope });
    expect(await world.runNow(output_id)).toMatchObject({ state: "empty", files: 0, message_code: null });
  });

  it("reports figures, coverage and alarms in a mail, a page and tables [STA-01]", async () => {
    smtp.mails.length = 0;
    const mail = { addresses: ["boss@example.com", "boss@example.com"], how: "report" as const };
    const more = {
      name: "Weekly <1>",
      kind: "report" as const,
      csv: true,
      mail,
      clock: { ...NIGHTLY.clock, every: "week" as const },
    };
    const { output_id } = await world.create(more);
    const run = await world.runNow(output_id);
    expect(run).toMatchObject({ state: "done", files: 3 });
    expect(run.list.map(({ name }) => name.replace(/_.*\./, "."))).toEqual([
      "alarms.csv",
      "devices.csv",
      "report.html",
    ]);
    await sendMails();
    expect(smtp.mails).toHaveLength(1);
    const html = await contentOf(run.list.find(({ name }) => name.endsWith(".html"))?.file_id ?? "");
    expect(html).toContain("Report: Weekly &lt;1&gt;");
    expect(html).toContain("No frames of EV-02 in this range.");
    expect(html).toContain("No alarms in this range.");
    const csv = await contentOf(run.list.find(({ name }) => name.startsWith("devices"))?.file_id ?? "");
    expect(csv.split("\r\n")[1]).toMatch(/^EV-01,10,\d+,/);
  });

  const contentOf = async (id: string): Promise<string> => {
    const found = await sql<{ contentId: string }>`select content_id as "contentId" from files
      where id = ${id}`.execute(db());
    const reader = await world.app.files.contents.open(world.manager.tenantId, found.rows[0]?.contentId ?? "");
    const chunks: Uint8Array[] = [];
    for await (const chunk of reader.stream(0, reader.size)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it("runs each turn once, however many look, and plans the next", async () => {
    const { output_id, next_time } = await world.create({ name: "Turns" });
    const dueMs = next_time ?? 0;
    expect(new Date(dueMs).getUTCHours()).toBe(2);
    await Promise.all([world.look(dueMs + 1), world.look(dueMs + 1), world.look(dueMs + 1)]);
    await sql`update outputs set next_at = ${new Date(dueMs)} where id = ${output_id}`.execute(db());
    await world.look(dueMs + 1);
    const url = `/api/output-runs?output_id=${output_id}`;
    const { list } = (await world.app.call(world.manager, { method: "GET", url })).json();
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ cause: "clock", due_time: dueMs, end_time: Math.floor(dueMs / DAY_MS) * DAY_MS });
    expect((await shown(output_id)).next_time).toBe(dueMs + DAY_MS);
    await world.ended(list[0].run_id);
  });

  it("rests while it is paused, and goes only with its runs; its files stay", async () => {
    const { output_id } = await world.create({ name: "Paused" });
    const run = await world.runNow(output_id);
    const enable = (enabled: boolean) =>
      world.app.call(world.manager, { method: "PUT", url: `/api/outputs/${output_id}/enabled`, payload: { enabled } });
    expect((await enable(false)).json().data).toMatchObject({ enabled: false, next_time: null });
    await world.look(Date.now() + 2 * DAY_MS);
    const runs = `/api/output-runs?output_id=${output_id}`;
    const listed = (await world.app.call(world.manager, { method: "GET", url: runs })).json();
    expect(listed.pagination.total_size).toBe(1);
    expect((await enable(true)).json().data.next_time).toBeGreaterThan(Date.now());
    const gone = await world.app.call(world.manager, { method: "DELETE", url: `/api/outputs/${output_id}` });
    expect(gone.statusCode).toBe(200);
    const asked = await world.app.call(world.manager, { method: "GET", url: `/api/output-runs/${run.run_id}` });
    expect(asked.statusCode).toBe(404);
    const id = run.list.find(({ is_kept }) => is_kept)?.file_id;
    expect((await kept()).map((file: { id: string }) => file.id)).toContain(id);
    await sql`update output_files set expires_at = now() - interval '1 second' where id = ${id ?? ""}`.execute(db());
    await cleanUpOutputs(world.app.outputs).handler(contextOf());
    expect((await kept()).map((file: { id: string }) => file.id)).not.toContain(id);
  });

  it("is made by those who may write all its devices, and runs by the rights of its owner [USR-03]", async () => {
    const sub = await world.app.user({ tenant: "own", name: "sub_a", role: "sub" });
    await grantLevel(db(), sub, world.van.thingsId, "write");
    await grantLevel(db(), sub, world.bus.thingsId, "read");
    const of = (...ids: string[]) => ({ name: "Of a sub-user", scope: { kind: "devices", ids } });
    expect((await post(of(world.van.thingsId, world.bus.thingsId), sub)).statusCode).toBe(403);
    const { output_id } = await world.create({ name: "Of a sub-user", scope: { kind: "all" } }, sub);
    const run = await world.runNow(output_id, sub);
    expect(run.list.map(({ device_name }) => device_name)).toEqual(["EV-01"]);
    const other = await world.app.user({ tenant: "own", name: "sub_b", role: "sub" });
    const stranger = await world.app.user({ tenant: "else", name: "manager_b", role: "manager" });
    for (const user of [other, stranger])
      for (const url of [`/api/outputs/${output_id}`, `/api/output-runs/${run.run_id}`])
        expect((await world.app.call(user, { method: "GET", url })).statusCode).toBe(404);
    expect((await shown(output_id)).author).toBe("sub_a");
    await sql`delete from users where id = ${sub.userId}`.execute(db());
    await sql`update outputs set next_at = now() where id = ${output_id}`.execute(db());
    await world.look();
    expect(await shown(output_id)).toMatchObject({ enabled: false, stopped: "owner", next_time: null });
    expect((await bell(world.manager.userId))[0]?.title.en).toBe("A scheduled output is paused: Of a sub-user");
    const url = `/api/outputs/${output_id}`;
    const saved = await world.app.call(world.manager, {
      method: "PUT",
      url,
      payload: { ...NIGHTLY, name: "Taken over" },
    });
    expect(saved.json().data).toMatchObject({ stopped: null, author: "manager_a", enabled: true });
  });

  it("whose devices are all gone says so", async () => {
    const scope = { kind: "devices" as const, ids: [world.bus.thingsId] };
    const { output_id } = await world.create({ name: "Of a device", scope });
    await sql`update outputs set content = jsonb_set(content, '{scope,ids}', '["00000000-0000-4000-8000-000000000000"]')
      where id = ${output_id}`.execute(db());
    const run = await world.runNow(output_id);
    expect(run).toMatchObject({ state: "empty", message_code: outputErrors.noDevices.code });
  });

  it("refuses what could not run, and tells it of the field", async () => {
    const bucket = { endpoint: "https://s3.example.com", bucket: "logs", key: "k" };
    const refused = async (payload: object) => (await post({ name: "Refused", ...payload })).json();
    expect(await refused({ keep: false })).toMatchObject({
      details: [{ field: "keep", code: outputErrors.noTarget.code }],
    });
    const mail = { addresses: ["a@example.com"] };
    expect(JSON.stringify(await refused({ keep: false, mail }))).toContain(outputErrors.noTarget.code);
    expect(JSON.stringify(await refused({ keep: false, mail, bucket }))).toContain(outputErrors.mailNeedsFile.code);
    expect(JSON.stringify(await refused({ clock: { every: "day", hour: 1, zone: "Mars/Base" } }))).toContain(
      outputErrors.zone.code,
    );
    expect(await refused({ bucket })).toMatchObject({ code: outputErrors.secretMissing.code, field: "bucket" });
    expect(await refused({ name: "files" })).toMatchObject({ code: outputErrors.nameTaken.code, field: "name" });
  });
});

const contextOf = () => ({
  ...{ id: "", tenantId: null, userId: null, input: {}, attempt: 1 },
  ...{ signal: new AbortController().signal, log: createLog("silent"), progress: async () => undefined },
});
