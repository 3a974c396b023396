import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { processesNaming } from "../../scripts/setup/processes.ts";
import { DEMO_PASSWORD } from "./accounts/seed-demo.ts";
import { isAlive } from "./platform/engines/processes.ts";
import { connectRunningPostgres } from "./platform/postgres/postgres-engine.ts";
import { openFolder } from "./testing/engines/spawn-host.ts";
import { query, urlOfDatabase } from "./testing/engines/test-databases.ts";
import { type SpawnedProgram, spawnProgram, until } from "./testing/processes/spawn-program.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function dataFolder(): string {
  const folder = openFolder();
  folders.push(folder);
  return folder;
}

async function started(folder: string): Promise<SpawnedProgram> {
  const program = await spawnProgram(folder);
  await until(async () => program.output().includes("is ready at"));
  return program;
}

const postgresPid = (folder: string) =>
  Number(readFileSync(join(folder, "engines/postgres/data/postmaster.pid"), "utf8").split("\n")[0]);

/** One program for them all, from its first start to its last stop: each test begins with it up and leaves it so. */
describe("the program", () => {
  const folder = openFolder();
  let program: SpawnedProgram;

  beforeAll(async () => {
    program = await started(folder);
  });
  afterAll(async () => {
    program.process.kill("SIGTERM");
    await program.ended();
    rmSync(folder, { recursive: true, force: true });
  });

  it("prints its address and the demo's sign-in, is healthy and ready [OPS-03]", async () => {
    expect(program.output()).toContain(`Canopy 0.1.0 is ready at ${program.base}`);
    await until(async () => program.output().includes(`Sign in as demo with ${DEMO_PASSWORD}`));
    expect(await program.fetchJson("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await program.fetchJson("/readyz")).toMatchObject({ status: 200, body: { ready: true } });
    const metrics = await (await fetch(`${program.base}/metrics`)).text();
    expect(metrics).toContain("canopy_http_request_duration_seconds_bucket");
    expect(metrics).toContain("process_resident_memory_bytes");
    expect(metrics).toMatch(/^canopy_frames_landed_batches 0$/m);
  });

  it("keeps frames in a database of their own and segments in the data folder [OPS-03]", async () => {
    const { url } = await connectRunningPostgres({ dataFolder: folder });
    const migrated = await query(urlOfDatabase(url, "canopy_frames"), "select name from schema_migrations");
    expect(migrated).toContainEqual({ name: expect.stringContaining("0001") });
    expect(statSync(join(folder, "segments")).isDirectory()).toBe(true);
  });

  it("documents its API for people and machines [OPS-03]", async () => {
    const page = await fetch(`${program.base}/docs/api?lang=en`);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self' 'nonce-");
    expect(await page.text()).toContain("/api/control/sessions/tenant-manager");
    const { body } = await program.fetchJson("/docs/api/openapi.json");
    expect(body).toMatchObject({ openapi: "3.1.0" });
  });

  it("hides its metrics from whoever comes through a proxy [OPS-03]", async () => {
    const answer = await fetch(`${program.base}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    expect(answer.status).toBe(404);
  });

  it("writes structured logs without secrets [OPS-03]", async () => {
    await fetch(`${program.base}/api/control/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "demo", password: "a-very-secret-word", svg_code: "x" }),
    });
    const lines = program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) });
    expect(program.output()).not.toContain("a-very-secret-word");
  });

  it("refuses a second server on its data folder, naming both", async () => {
    const second = await spawnProgram(folder);
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(String(program.process.pid));
    expect(second.output()).toContain(folder);
  });

  it("takes its engine over again after kill -9 of the server, with everything still there [OPS-03]", async () => {
    const pid = postgresPid(folder);
    program.process.kill("SIGKILL");
    await program.ended();
    program = await started(folder);
    expect(postgresPid(folder)).toBe(pid);
    const entered = await fetch(`${program.base}/api/control/sessions/demo`, { method: "POST" });
    expect(entered.status).toBe(200);
  });

  it("goes on after kill -9 of its database, and says 503 meanwhile at worst [OPS-03]", async () => {
    process.kill(postgresPid(folder), "SIGKILL");
    const during = await fetch(`${program.base}/api/control/sessions/demo`, { method: "POST" });
    expect([200, 503]).toContain(during.status);
    await until(async () => (await program.fetchJson("/readyz")).status === 200);
    await until(async () => (await fetch(`${program.base}/api/control/sessions/demo`, { method: "POST" })).ok);
    expect(program.process.exitCode).toBeNull();
  });

  it("stops cleanly with its engine and leaves no process behind [OPS-03]", async () => {
    const pid = postgresPid(folder);
    program.process.kill("SIGTERM");
    expect(await program.ended()).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(processesNaming(folder)).toEqual([]);
  });
});

describe("a start that cannot be says why in one sentence", () => {
  async function refusal(folder: string, env: Record<string, string> = {}): Promise<string> {
    const program = await spawnProgram(folder, env);
    expect(await program.ended()).not.toBe(0);
    const lines = program
      .output()
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("{"));
    expect(lines).toHaveLength(1);
    return lines[0] ?? "";
  }

  it("with a port that is taken: the variable to change is named", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    try {
      const sentence = await refusal(dataFolder(), { CANOPY_HTTP_PORT: String(port) });
      expect(sentence).toBe(`Port ${port} is taken: set CANOPY_HTTP_PORT to another one.`);
    } finally {
      other.close();
    }
  });

  it("with a broken value in .env", async () => {
    const folder = dataFolder();
    writeFileSync(join(folder, ".env"), "CANOPY_MQTT_PORT=many\n");
    expect(await refusal(folder)).toMatch(/^CANOPY_MQTT_PORT is "many": expected /);
  });

  it("with a data folder that cannot be one", async () => {
    const folder = dataFolder();
    writeFileSync(join(folder, "file"), "");
    expect(await refusal(folder, { CANOPY_DATA: join(folder, "file/data") })).toContain("file/data");
  });

  it("in production with the demo on", async () => {
    const env = { NODE_ENV: "production", CANOPY_SECRET: "b7f3a9c1d5e8024680fedcba97531357" };
    expect(await refusal(dataFolder(), env)).toContain("CANOPY_DEMO");
  });

  it("in production without a secret", async () => {
    const sentence = await refusal(dataFolder(), { NODE_ENV: "production", CANOPY_DEMO: "off" });
    expect(sentence).toMatch(/^CANOPY_SECRET is absent: /);
  });

  it("with one of several databases for frames that does not answer", async () => {
    const nowhere = "postgres://u:pw@127.0.0.1:1/frames";
    const sentence = await refusal(dataFolder(), { FRAMES_DATABASE_URL: `${nowhere},postgres://b.invalid/frames` });
    expect(sentence).toMatch(/^The database of the frames at 127\.0\.0\.1:1\/frames does not answer/);
    expect(sentence).not.toContain("pw@");
  });

  it("with a database that does not answer", async () => {
    const sentence = await refusal(dataFolder(), { DATABASE_URL: "postgres://u:pw@127.0.0.1:1/x" });
    expect(sentence).toContain("DATABASE_URL");
    expect(sentence).not.toContain("pw@");
  });
});
