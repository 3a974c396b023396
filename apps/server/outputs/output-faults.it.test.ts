import { outputErrors } from "@canopy/contract/outputs/errors";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readWhole } from "../platform/files/files.ts";
import { openFar } from "../platform/files/open-files.ts";
import { createLog } from "../platform/log.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../testing/engines/test-s3.ts";
import { NIGHTLY, type OutputWorld, outputWorld } from "../testing/worlds/test-output-world.ts";
import { outputRunJob } from "./making/run-output.ts";

const noS3 = whyNoS3();

describe("a run of a scheduled output", () => {
  let world: OutputWorld;
  let s3: TestS3 | undefined;

  beforeAll(async () => {
    [world, s3] = await Promise.all([outputWorld(), noS3 === undefined ? testS3() : undefined]);
  });
  afterAll(async () => {
    await s3?.stop();
    await world?.end();
  });

  const db = () => world.app.database.db;
  const bucketAt = (name: string, secret = "testing") => ({
    endpoint: `http://127.0.0.1:${s3?.port ?? 9}`,
    bucket: name,
    prefix: "night",
    key: "test:tester",
    secret,
  });
  const objectOf = async (name: string) => {
    const files = await openFar(s3SettingsOf(s3?.port ?? 9, "night"));
    try {
      return await readWhole(files, name);
    } finally {
      await files.close();
    }
  };

  it.skipIf(noS3 !== undefined)("goes into the tenant's bucket, whose secret is never shown", async () => {
    const made = await world.create({ name: "Far", keep: false, bucket: bucketAt("canopy") });
    expect(JSON.stringify(made)).not.toContain("testing");
    const stored = await sql<{ text: string }>`select o::text as text from outputs o`.execute(db());
    expect(JSON.stringify(stored.rows)).not.toContain("testing");
    const run = await world.runNow(made.output_id);
    expect(run).toMatchObject({ state: "done", files: 1 });
    const [file] = run.list;
    expect(file).toMatchObject({ is_kept: false, object: expect.stringMatching(/^\d{4}-\d\d-\d\d\/.*\.csv$/) });
    expect((await objectOf(file?.object ?? ""))?.length).toBe(file?.bytes);
    // It is kept with its secret, and another server wants its own.
    const change = (payload: object) =>
      world.app.call(world.manager, { method: "PUT", url: `/api/outputs/${made.output_id}`, payload });
    const { secret: _, ...bucket } = bucketAt("canopy");
    expect((await change({ ...NIGHTLY, name: "Far", keep: false, bucket })).statusCode).toBe(200);
    expect((await world.runNow(made.output_id)).state).toBe("done");
    const elsewhere = { ...bucket, endpoint: "https://s3.example.com" };
    const refused = await change({ ...NIGHTLY, name: "Far", keep: false, bucket: elsewhere });
    expect(refused.json().code).toBe(outputErrors.secretMissing.code);
  });

  it.skipIf(noS3 !== undefined)("waits for a bucket that is gone, and goes on when it is back", async () => {
    const { output_id } = await world.create({ name: "Gone", bucket: bucketAt("elsewhere") });
    const run = await world.runNow(output_id);
    expect(run).toMatchObject({ state: "waiting", attempts: 1, message_code: outputErrors.bucketMissing.code });
    expect(run.problem).toContain("elsewhere/night");
    expect(run.problem).not.toContain("testing");
    await world.look();
    expect((await world.ended(run.run_id)).attempts).toBe(1);
    await makeBucket(s3?.port ?? 9, "elsewhere");
    await sql`update output_runs set next_at = now() where id = ${run.run_id}`.execute(db());
    await world.look();
    expect(await world.ended(run.run_id)).toMatchObject({ state: "done", attempts: 2, message_code: null });
  });

  it.skipIf(noS3 !== undefined)("with wrong keys ends in the bell, and is tried again by hand [MSG-01]", async () => {
    const { output_id } = await world.create({ name: "Refused", bucket: bucketAt("canopy", "wrong") });
    const first = await world.runNow(output_id);
    expect(first).toMatchObject({ state: "waiting", message_code: outputErrors.bucketRefused.code });
    await sql`update output_runs set attempts = 7, next_at = now() where id = ${first.run_id}`.execute(db());
    await world.look();
    const failed = await world.ended(first.run_id);
    expect(failed).toMatchObject({ state: "failed", attempts: 8, next_time: null });
    const told = await sql<{ en: string; link: string }>`select title ->> 'en' as en, link from user_messages
      where user_id = ${world.manager.userId}`.execute(db());
    expect(told.rows).toEqual([
      { en: "A scheduled output failed: Refused", link: `/Container/Outputs?tab=runs&run=${first.run_id}` },
    ]);
    const again = { method: "POST", url: `/api/output-runs/${first.run_id}/retry` } as const;
    expect((await world.app.call(world.manager, again)).statusCode).toBe(200);
    expect(await world.ended(first.run_id)).toMatchObject({ state: "waiting", attempts: 1 });
  });

  it("leads to no address of the operator's own network [TRG-06]", async () => {
    const { output_id } = await world.create({ name: "Private", bucket: bucketAt("canopy") });
    const run = await startQueued(output_id);
    const job = outputRunJob({ ...world.app.outputs, privateTargets: false });
    expect(await job.handler(contextOf(run, new AbortController().signal))).toEqual({ state: "failed" });
    const { message_code, problem } = await world.ended(run.id);
    expect([message_code, problem]).toEqual([
      outputErrors.privateUrl.code,
      "127.0.0.1 is not an address of the public internet",
    ]);
  });

  it("stops at the bytes that a run may have, for good", async () => {
    const { output_id } = await world.create({ name: "Large" });
    const run = await startQueued(output_id);
    const job = outputRunJob({ ...world.app.outputs, mostBytes: 10 });
    expect(await job.handler(contextOf(run, new AbortController().signal))).toEqual({ state: "failed" });
    expect(await world.ended(run.id)).toMatchObject({ message_code: outputErrors.tooLarge.code, files: 0 });
  });

  it("that is ended between its file and its row leaves one file and sends one mail", async () => {
    const { output_id } = await world.create({ name: "Killed", mail: { addresses: ["a@example.com"], how: "link" } });
    const run = await startQueued(output_id);
    const stopping = new AbortController();
    const { receiver } = world.app.outputs;
    const dying = new Proxy(receiver, {
      get: (target, name) => {
        if (name !== "finish") return bound(target, name);
        return async (file: Parameters<typeof receiver.finish>[0]) => {
          const ended = await target.finish(file);
          stopping.abort("lost");
          return ended;
        };
      },
    });
    const killed = outputRunJob({ ...world.app.outputs, receiver: dying }).handler(contextOf(run, stopping.signal));
    await expect(killed).rejects.toBe("lost");
    expect(await fileRows(run.id)).toEqual([{ done: false, stored: true }]);
    const goesOn = outputRunJob(world.app.outputs).handler(contextOf(run, new AbortController().signal));
    expect(await goesOn).toEqual({ state: "done" });
    expect((await fileRows(run.id)).filter(({ stored }) => stored)).toEqual([{ done: true, stored: true }]);
    const mails = await sql<{ n: number }>`select count(*)::int as n from outbox
      where content like ${`%${run.id}%`}`.execute(db());
    expect(mails.rows[0]?.n).toBe(1);
    expect(await outputRunJob(world.app.outputs).handler(contextOf(run, new AbortController().signal))).toBeNull();
  });

  it("whose process died for good is taken up by another", async () => {
    const { output_id } = await world.create({ name: "Lost" });
    const run = await startQueued(output_id);
    await sql`update output_runs set state = 'running', changed_at = now() - interval '1 minute'
      where id = ${run.id}`.execute(db());
    await world.look();
    expect(await world.ended(run.id)).toMatchObject({ state: "waiting", message_code: outputErrors.runLost.code });
    await sql`update output_runs set next_at = now() where id = ${run.id}`.execute(db());
    await world.look();
    expect(await world.ended(run.id)).toMatchObject({ state: "done" });
  });

  interface QueuedRun {
    readonly id: string;
    readonly jobId: string;
  }

  /** A run whose job is the test's own. */
  async function startQueued(outputId: string): Promise<QueuedRun> {
    const jobId = crypto.randomUUID();
    const made = await sql<{ id: string }>`insert into output_runs (tenant_id, output_id, cause, due_at, from_at, to_at,
        zone, job_id)
      values (${world.manager.tenantId}, ${outputId}, 'person', now(), date_trunc('day', now(), 'UTC') - interval '1 day',
        date_trunc('day', now(), 'UTC'), 'UTC', ${jobId}) returning id`.execute(db());
    return { id: made.rows[0]?.id ?? "", jobId };
  }

  const contextOf = ({ id, jobId }: QueuedRun, signal: AbortSignal) => ({
    ...{ id: jobId, tenantId: world.manager.tenantId, userId: null, input: { runId: id }, attempt: 1, signal },
    ...{ log: createLog("silent"), progress: async () => undefined },
  });

  const fileRows = async (runId: string) =>
    (
      await sql<{ done: boolean; stored: boolean }>`select f.done,
          exists (select from files s where s.id = f.id and s.state = 'stored') as stored
        from output_files f where f.run_id = ${runId} order by stored desc`.execute(db())
    ).rows;
});

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === "function" ? value.bind(target) : value;
}

async function makeBucket(port: number, name: string): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "test:tester", secretAccessKey: "testing" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
}
