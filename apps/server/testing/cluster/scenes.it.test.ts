import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoNats } from "../engines/test-nats.ts";
import { whyNoS3 } from "../engines/test-s3.ts";
import { TIMEOUT_MS } from "../faults/fault-program.ts";
import { between } from "../faults/random.ts";
import { Cluster } from "./cluster.ts";
import { databaseScenes } from "./database-scenes.ts";
import { NETWORK_SCENES } from "./network-scenes.ts";
import { type OlderVersion, olderVersion } from "./older-version.ts";
import { PROCESS_SCENES, UPGRADE } from "./process-scenes.ts";
import { runScenes, type SceneReport } from "./run-scenes.ts";
import { sceneTable } from "./scene-table.ts";

/** Set by `npm run test:cluster -- --minutes N`. */
const MINUTES = Number(process.env.CANOPY_CLUSTER_MINUTES ?? 0);
const SEED = Number(process.env.CANOPY_FAULT_SEED ?? between(Math.random, 1, 2 ** 31));
/** Of the names of scenes: only those. */
const ONLY = process.env.CANOPY_CLUSTER_SCENES ?? "";
/** A commit whose program the cluster is upgraded from: `--from REV`. */
const FROM = process.env.CANOPY_CLUSTER_FROM ?? "";
const REPORTS = join(import.meta.dirname, "../../../../reports");
const MOST_GAP_MS = 5_000;
const DEADLINE_MS = 2 * TIMEOUT_MS + MINUTES * 2 * 60_000;

const notRun = MINUTES === 0 ? "npm run test:cluster -- --minutes N runs it" : (whyNoS3() ?? whyNoNats());
if (notRun) console.warn(`scenes of a cluster are not played: ${notRun}`);

describe.skipIf(notRun !== undefined)("a cluster", { timeout: DEADLINE_MS, retry: 0 }, () => {
  let older: OlderVersion | undefined;
  let cluster: Cluster;
  beforeAll(async () => {
    older = FROM === "" ? undefined : olderVersion(FROM);
    cluster = await Cluster.start(older?.root);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await cluster?.stop();
    older?.remove();
  }, TIMEOUT_MS);

  it(`goes on, and loses and doubles no acknowledged frame, in ${MINUTES} minutes of faults [OPS-02] [DAT-08]`, async () => {
    const scenes = [...PROCESS_SCENES, ...databaseScenes(cluster), ...NETWORK_SCENES].filter(({ name }) =>
      name.includes(ONLY),
    );
    const write = (report: SceneReport) => {
      mkdirSync(REPORTS, { recursive: true });
      writeFileSync(join(REPORTS, "cluster.md"), sceneTable(report));
    };
    const say = (line: string, report: SceneReport) => {
      console.log(`cluster, seed ${SEED}: ${line}`);
      write(report);
    };
    const first = older === undefined ? [] : [UPGRADE];
    const report = await runScenes(cluster, { seed: SEED, first, scenes, forMs: MINUTES * 60_000, terminals: 12, say });
    write(report);
    expect(report.faults).toEqual([]);
    expect(report.frames).toBeGreaterThan(report.batches);
    const rolling = report.runs.filter(({ scene }) => scene.startsWith("rolling "));
    expect(rolling.filter(({ healthyGapMs }) => healthyGapMs > MOST_GAP_MS)).toEqual([]);
  });
});
