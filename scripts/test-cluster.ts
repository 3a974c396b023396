// `npm run test:cluster`: an installation of several processes with kills of all its parts, everything started by this
// command. Arguments: how many kills (18), and a seed to repeat a run. Needs nats-server and python3-swift of Debian.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { whyNoNats } from "../apps/server/testing/test-nats.ts";
import { whyNoS3 } from "../apps/server/testing/test-s3.ts";
import { executeIn, runGraph } from "./step-graph.ts";

const ROOT = dirname(import.meta.dirname);
const TABLE = join(ROOT, "reports/cluster.md");
const [kills = "18", seed] = process.argv.slice(2);

const missing = [whyNoS3(), whyNoNats()].filter((reason) => reason !== undefined);
for (const reason of missing) console.error(`  test:cluster cannot run: ${reason}`);
if (missing.length > 0) process.exit(1);

rmSync(TABLE, { force: true });
const step = {
  name: "cluster",
  args: ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", "apps/server/testing/cluster"],
  env: {
    CANOPY_CLUSTER_KILLS: kills,
    CANOPY_REPORT: "reports/cluster.json",
    ...(seed && { CANOPY_FAULT_SEED: seed }),
  },
  after: [],
};
const [result] = await runGraph([step], 1, executeIn(ROOT));
if (existsSync(TABLE)) console.log(`\n${readFileSync(TABLE, "utf8")}`);
process.exitCode = result?.ok ? 0 : 1;
