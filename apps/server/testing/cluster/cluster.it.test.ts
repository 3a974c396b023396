import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoNats } from "../engines/test-nats.ts";
import { whyNoS3 } from "../engines/test-s3.ts";
import { TIMEOUT_MS } from "../faults/fault-program.ts";
import { between, randomFrom } from "../faults/random.ts";
import { killOrder, soak } from "../faults/soak.ts";
import { Cluster } from "./cluster.ts";
import { CLUSTER_PARTS } from "./cluster-roles.ts";
import { soakTable } from "./soak-table.ts";

/** Set by `npm run test:cluster`. */
const KILLS = Number(process.env.CANOPY_CLUSTER_KILLS ?? 0);
const SEED = Number(process.env.CANOPY_FAULT_SEED ?? between(Math.random, 1, 2 ** 31));
const REPORTS = join(import.meta.dirname, "../../../../reports");

const notRun = KILLS === 0 ? "npm run test:cluster runs it" : (whyNoS3() ?? whyNoNats());
if (notRun) console.warn(`the cluster is not tested: ${notRun}`);

describe.skipIf(notRun !== undefined)("a cluster", { timeout: TIMEOUT_MS + KILLS * 60_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  }, TIMEOUT_MS);
  afterAll(() => cluster?.stop(), TIMEOUT_MS);

  it(`loses and doubles no acknowledged frame in ${KILLS} kills of all its parts [OPS-02] [DAT-08]`, async () => {
    const random = randomFrom(SEED);
    const say = (line: string) => console.log(`cluster, seed ${SEED}: ${line}`);
    const victims = killOrder(CLUSTER_PARTS, KILLS, random);
    const report = await soak(cluster, { seed: SEED, victims, terminals: 12, say });
    const table = soakTable(report, CLUSTER_PARTS);
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(join(REPORTS, "cluster.md"), table);
    expect(report.faults).toEqual([]);
    expect(report.frames).toBeGreaterThan(report.batches);
  });
});
