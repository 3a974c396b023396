import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { explainFrameStore } from "./explain-frame-store.ts";
import { type Config, readConfig } from "./platform/config.ts";
import { openFolder } from "./testing/engines/spawn-host.ts";
import { type TestDatabase, testDatabase, testFramesDatabase } from "./testing/engines/test-database.ts";
import { type TestS3, testS3, whyNoS3 } from "./testing/engines/test-s3.ts";
import { type SpawnedProgram, spawnProgram, until } from "./testing/processes/spawn-program.ts";

const noS3 = whyNoS3();
if (noS3) console.warn(`the program with S3 is not tested: ${noS3}`);

describe.skipIf(noS3 !== undefined)("the program with its segments in S3 [FIL-06]", () => {
  let server: TestS3;
  let database: TestDatabase;
  let frames: TestDatabase;
  let env: Record<string, string>;
  let program: SpawnedProgram;
  const folder = openFolder();

  beforeAll(async () => {
    [server, database, frames] = [await testS3(), await testDatabase(), await testFramesDatabase()];
    env = {
      CANOPY_DEMO: "off",
      DATABASE_URL: database.url,
      FRAMES_DATABASE_URL: frames.url,
      S3_URL: `http://test%3Atester:testing@127.0.0.1:${server.port}/canopy/program`,
    };
    program = await spawnProgram(folder, env);
    await until(async () => program.output().includes("is ready at"), 110_000);
  }, 180_000 * PATIENCE);
  afterAll(async () => {
    program?.process.kill("SIGTERM");
    await program?.ended();
    await server?.stop();
    await frames?.drop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  function config(): Config {
    const reading = readConfig({ ...env, CANOPY_DATA: folder });
    if (!reading.ok) throw new Error(reading.problems.join(" "));
    return reading.config;
  }

  it("is ready, and doctor names the bucket without its keys", async () => {
    expect(await program.fetchJson("/readyz")).toMatchObject({ status: 200, body: { parts: { files: "ok" } } });
    const rows = await explainFrameStore(config());
    const where = `canopy/program at 127.0.0.1:${server.port}`;
    expect(rows).toContainEqual({ what: "bucket", value: where, source: "machine", level: "ok" });
    expect(JSON.stringify(rows)).not.toContain("testing");
  });

  it("says that the bucket is away, goes on, and does not start without it", async () => {
    await server.stop();
    await until(async () => (await program.fetchJson("/readyz")).status === 503);
    expect(await program.fetchJson("/readyz")).toMatchObject({
      body: { parts: { files: "unreachable", frames: "ok" } },
    });
    const sentence = `S3_URL names canopy/program at 127.0.0.1:${server.port}, which does not answer (ECONNREFUSED).`;
    const rows = await explainFrameStore(config());
    expect(rows).toContainEqual(expect.objectContaining({ level: "problem", sentence }));
    const other = openFolder();
    const second = await spawnProgram(other, env);
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(sentence);
    expect(program.output() + second.output()).not.toContain("testing");
    expect(program.process.exitCode).toBeNull();
    rmSync(other, { recursive: true, force: true });
  });
});
