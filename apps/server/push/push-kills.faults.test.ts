import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { type SpawnedProgram, spawnProgram, until } from "../testing/processes/spawn-program.ts";
import { PUSH_SECRET } from "../testing/worlds/test-push-rule.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";
import { sealSecret } from "./push-rule-store.ts";

/** The program refuses a shorter one. */
const INSTALLATION = "a secret of the tests, of 32 and more characters";
const TIMEOUT_MS = 300_000 * PATIENCE;
const KILLS = 2;
const SECONDS = 60;

let world: PushWorld;
let worker: SpawnedProgram;

/** Role worker alone, beside whoever takes the frames. */
async function start(): Promise<void> {
  // The segments lie where the frames' database knows them.
  worker = await spawnProgram(dirname(world.frames.folder), {
    CANOPY_ROLES: "worker",
    CANOPY_DEMO: "off",
    CANOPY_SECRET: INSTALLATION,
    CANOPY_PRIVATE_TARGETS: "on",
    DATABASE_URL: world.app.database.url,
    FRAMES_DATABASE_URL: world.frames.framesDatabase.url,
  });
  await until(async () => worker.output().includes("runs as worker"), 110_000).catch((error) => {
    throw new Error(worker.output(), { cause: error });
  });
}

beforeAll(async () => {
  world = await PushWorld.open();
});
afterAll(async () => {
  worker?.process.kill("SIGKILL");
  await worker?.ended();
  await world?.close();
});

it(
  "a worker that is killed while data comes loses none of it, and repeats only under known ids [CAP-01]",
  async () => {
    const ruleId = await world.rule({ source: { kind: "signals", signals: [world.speed], every_s: 1 } });
    await sql`update push_rules set secret = ${sealSecret(INSTALLATION, PUSH_SECRET)} where id = ${ruleId}`.execute(
      world.db,
    );
    await world.watch();
    world.receiver.pauseMs = 20;
    const fromUs = Math.floor(Date.now() / 1000) * 1_000_000 - 120_000_000;
    const part = SECONDS / (KILLS + 1);
    for (let kill = 0; kill <= KILLS; kill += 1) {
      await start();
      const before = world.receiver.calls;
      for (let i = kill * part; i < (kill + 1) * part; i += 1) {
        await world.drive([[fromUs + i * 1_000_000, i * 4]]);
        await sleep(20);
      }
      if (kill === KILLS) break;
      await until(async () => world.receiver.calls > before, 60_000);
      worker.process.kill("SIGKILL");
      await worker.ended();
      // Its claims have run out.
      await world.frames.framesDatabase.pool.query("update push_watched set claimed_until = '-infinity'");
      await sql`update push_deliveries set claimed_until = now() - interval '1 second' where state = 'sending'`.execute(
        world.db,
      );
    }
    await expect.poll(() => world.states(ruleId), { timeout: 60_000 * PATIENCE }).toEqual({ sent: SECONDS });
    const byId = new Map(world.receiver.taken.map(({ id, body }) => [id, (body.signals as { Speed: number }).Speed]));
    expect([...byId.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: SECONDS }, (_, i) => i));
  },
  TIMEOUT_MS,
);
