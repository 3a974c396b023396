/** For tests: a tenant with devices that have frames, and runs of its scheduled outputs. */
import { outputContent } from "@canopy/contract/outputs/output-content";
import type { Output, OutputRunDetails } from "@canopy/contract/outputs/outputs";
import { sql } from "kysely";
import type { z } from "zod";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { batchAt } from "../../frames/ingest/test-batch-at.ts";
import { lookAtOutputs } from "../../outputs/look-at-outputs.ts";
import { insertOutput, sealBucket } from "../../outputs/output-store.ts";
import { ownerOf } from "../../outputs/owner.ts";
import { insertRun } from "../../outputs/run-store.ts";
import { createLog } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../test-app.ts";

type Wanted = z.input<typeof outputContent>;

export const NIGHTLY: Wanted = {
  name: "Nightly",
  kind: "files",
  format: "csv",
  language: "en",
  clock: { every: "day", hour: 2, zone: "UTC" },
};

export interface OutputWorld {
  readonly app: TestApp;
  readonly manager: TestUser;
  /** It has ten frames of yesterday, at noon of UTC. */
  readonly van: TestDevice;
  /** It has none. */
  readonly bus: TestDevice;
  create(more?: Partial<Wanted>, user?: TestUser): Promise<Output>;
  /** Until the run has ended, or waits for its next try. */
  ended(runId: string): Promise<OutputRunDetails>;
  runNow(outputId: string, user?: TestUser): Promise<OutputRunDetails>;
  look(nowMs?: number): Promise<void>;
  end(): Promise<void>;
}

const DAY_MS = 86_400_000;
const LOOK_MS = 100;

/** With `work` jobs run; else they stay queued. */
export async function outputWorld(links: Parameters<typeof testApp>[1] = { work: true }): Promise<OutputWorld> {
  const app = await testApp({ privateTargets: true }, links);
  const { db } = app.database;
  const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
  const van = await testDevice(db, manager.tenantId, { name: "EV-01" });
  const bus = await testDevice(db, manager.tenantId, { name: "EV-02" });
  const ingest = openIngest({ landing: app.store.landing, log: createLog("error"), mayStore: () => true });
  await ingest.ingest(batchAt(van, 1, Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2));
  const data = async (user: TestUser, url: string) => (await app.call(user, { method: "GET", url })).json().data;
  const ended = async (runId: string): Promise<OutputRunDetails> => {
    for (;;) {
      const run: OutputRunDetails = await data(manager, `/api/output-runs/${runId}`);
      if (run.state !== "queued" && run.state !== "running") return run;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  return {
    ...{ app, manager, van, bus, ended },
    async create(more = {}, user = manager) {
      const answer = await app.call(user, { method: "POST", url: "/api/outputs", payload: { ...NIGHTLY, ...more } });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().data;
    },
    async runNow(outputId, user = manager) {
      const answer = await app.call(user, { method: "POST", url: `/api/outputs/${outputId}/run` });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return ended(answer.json().data.run_id);
    },
    look: (nowMs = Date.now()) => lookAtOutputs({ ...app.outputs, jobs: app.jobs, now: () => nowMs }),
    async end() {
      await ingest.close();
      await app.close();
    },
  };
}

/** A row of an output that no call made. */
export async function makeTestOutput(
  db: Db,
  { tenantId, userId }: Pick<TestUser, "tenantId" | "userId">,
  name: string,
): Promise<string> {
  const owner = await ownerOf(db, tenantId, userId);
  if (!owner) throw new Error("there is no such user");
  const { enabled: _, name: given, ...content } = outputContent.parse({ ...NIGHTLY, name });
  const sealed = sealBucket(TEST_SECRET, "a secret of a bucket");
  return (await insertOutput(db, owner, { name: given, content, sealed, nextMs: null })) ?? "";
}

/** A run of it that has failed. */
export async function makeTestOutputRun(db: Db, tenantId: string, outputId: string): Promise<string> {
  const times = { dueMs: 2 * DAY_MS, fromMs: DAY_MS, toMs: 2 * DAY_MS };
  const id = (await insertRun(db, { tenantId, outputId, cause: "person", zone: "UTC", ...times })) ?? "";
  await sql`update output_runs set state = 'failed' where id = ${id}`.execute(db);
  return id;
}
