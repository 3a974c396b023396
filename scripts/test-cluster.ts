// `npm run test:cluster`: an installation of several processes with faults of all its parts, everything started by this
// command. Either kills: how many (18), and a seed to repeat a run. Or `--hours N`, `--minutes N` (fractions too) of
// scenes in random order, with `--seed N` and `--scenes TEXT` for those whose name has it; `--from COMMIT` begins with a
// rolling upgrade from that version. Needs nats-server and python3-swift of Debian; postgresql for the fail-over.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { whyNoDebianPostgres } from "../apps/server/testing/engines/debian-postgres.ts";
import { whyNoNats } from "../apps/server/testing/engines/test-nats.ts";
import { whyNoS3 } from "../apps/server/testing/engines/test-s3.ts";
import { executeIn, runGraph } from "./step-graph.ts";

const ROOT = dirname(import.meta.dirname);
const TABLE = join(ROOT, "reports/cluster.md");
const TESTS = "apps/server/testing/cluster";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hours: { type: "string" },
    minutes: { type: "string" },
    seed: { type: "string" },
    scenes: { type: "string" },
    from: { type: "string" },
  },
});
const [kills = "18", repeated] = positionals;
const minutes = Number(values.minutes ?? 0) + 60 * Number(values.hours ?? 0);
const seed = values.seed ?? repeated;
if (!(minutes >= 0)) {
  console.error("  --hours and --minutes need a number");
  process.exit(2);
}

const missing = [whyNoS3(), whyNoNats()].filter((reason) => reason !== undefined);
for (const reason of missing) console.error(`  test:cluster cannot run: ${reason}`);
if (missing.length > 0) process.exit(1);
const noStandby = whyNoDebianPostgres();
if (noStandby) console.log(`  left out: fail-over to a standby: ${noStandby}`);

rmSync(TABLE, { force: true });
const file = minutes > 0 ? "scenes.it.test.ts" : "cluster.it.test.ts";
const step = {
  name: "cluster",
  args: ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", `${TESTS}/${file}`],
  env: {
    ...(minutes > 0 ? { CANOPY_CLUSTER_MINUTES: String(minutes) } : { CANOPY_CLUSTER_KILLS: kills }),
    ...(values.scenes && { CANOPY_CLUSTER_SCENES: values.scenes }),
    ...(values.from && { CANOPY_CLUSTER_FROM: values.from }),
    CANOPY_REPORT: "reports/cluster.json",
    ...(seed && { CANOPY_FAULT_SEED: seed }),
  },
  after: [],
};
const [result] = await runGraph([step], 1, executeIn(ROOT));
if (existsSync(TABLE)) console.log(`\n${readFileSync(TABLE, "utf8")}`);
process.exitCode = result?.ok ? 0 : 1;
