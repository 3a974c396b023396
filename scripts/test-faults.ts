// `npm run test:faults`: the fault tests in their long form. Arguments: how many kills (50), and a seed to repeat a run.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { whyNoDebianPostgres } from "../apps/server/testing/engines/debian-postgres.ts";
import { whyNoNats } from "../apps/server/testing/engines/test-nats.ts";
import { whyNoS3 } from "../apps/server/testing/engines/test-s3.ts";
import { faultTable } from "./fault-table.ts";
import { executeIn, runGraph, type Step } from "./step-graph.ts";
import { readReports } from "./test-reports.ts";

const ROOT = dirname(import.meta.dirname);
const [kills = "50", seed] = process.argv.slice(2);
const env = {
  CANOPY_LONG: "on",
  CANOPY_FAULT_KILLS: kills,
  CANOPY_STORE_ROUNDS: "5",
  CANOPY_MODEL_SEEDS: "300",
  ...(seed && { CANOPY_FAULT_SEED: seed, CANOPY_MODEL_SEED: seed }),
};

const CLUSTER_ENV = { CANOPY_CLUSTER_KILLS: "9" };
const POSTGRES_15_ENV = { CANOPY_TEST_POSTGRES: "debian", CANOPY_MODEL_SEEDS: "20" };
const S3_ENV = { CANOPY_TEST_FILES: "s3", CANOPY_MODEL_SEEDS: "8" };

const step = (
  name: string,
  project: string,
  files: readonly string[],
  after: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Step => ({
  name,
  args: ["node_modules/vitest/vitest.mjs", "run", "--project", project, ...files],
  // Requirement coverage counts them with the reports of `npm test`.
  env: { ...env, ...more, CANOPY_REPORT: `reports/${name}.json` },
  after,
});

const STORE = ["model", "power-loss", "postgres-away"].map((name) => `apps/server/frames/store/${name}.it.test.ts`);
/** Run once more with segments in a bucket, and on the oldest PostgreSQL. */
const STORE_SUITES = ["store/model", "history", "settling/import-beside", "retention", "quarantine"].map(
  (name) => `apps/server/frames/${name}`,
);
/** Journeys that name a second look: another language at another width. */
const SECOND_LOOKS = readdirSync(join(ROOT, "e2e"), { recursive: true, encoding: "utf8" })
  .map((name) => `e2e/${name}`)
  .filter((file) => file.endsWith(".test.ts") && readFileSync(join(ROOT, file), "utf8").includes("looksOf("));
const noS3 = whyNoS3();
if (noS3) console.log(`  left out: the store's suites over S3: ${noS3}`);
const noNats = whyNoNats();
if (noNats) console.log(`  left out: the cluster: ${noNats}`);
const noDebian = whyNoDebianPostgres();
if (noDebian) console.log(`  left out: the store's suites on PostgreSQL 15: ${noDebian}`);
const STEPS = [
  step("faults-steps", "faults", []),
  step("faults", "integration", ["apps/server/testing/faults", ...STORE]),
  ...(noS3 ? [] : [step("faults-s3", "integration", STORE_SUITES, ["faults"], S3_ENV)]),
  ...(noDebian ? [] : [step("faults-postgres-15", "integration", STORE_SUITES, ["faults"], POSTGRES_15_ENV)]),
  ...(noS3 || noNats
    ? []
    : [step("faults-cluster", "integration", ["apps/server/testing/cluster"], ["faults"], CLUSTER_ENV)]),
  step("faults-fuzz", "unit", ["packages/can/testing/fuzz.test.ts"]),
  step("faults-looks", "e2e", SECOND_LOOKS, ["faults", "faults-fuzz"], { CANOPY_LOOKS: "second" }),
];

const REPORTS = join(ROOT, "reports");
mkdirSync(REPORTS, { recursive: true });
// One of an earlier run would stand for a step that broke.
for (const { name } of STEPS) rmSync(join(REPORTS, `${name}.json`), { force: true });
const results = await runGraph(STEPS, 2, executeIn(ROOT));
console.log(
  `\n${faultTable(
    STEPS.map(({ name }) => name),
    readReports(REPORTS),
  ).join("\n")}\n`,
);
for (const { name, ok, seconds } of results)
  console.log(`  ${ok ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
