// `npm run test:faults`: the fault tests in their long form. Arguments: how many kills (50), and a seed to repeat a run.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { environment } from "./setup/node24.mjs";

const ROOT = dirname(import.meta.dirname);
const [kills = "50", seed] = process.argv.slice(2);
const env = environment(ROOT, {
  CANOPY_FAULT_KILLS: kills,
  CANOPY_STORE_ROUNDS: "5",
  CANOPY_MODEL_SEEDS: "300",
  ...(seed && { CANOPY_FAULT_SEED: seed, CANOPY_MODEL_SEED: seed }),
});
const STORE = ["model", "power-loss", "postgres-away"].map((name) => `apps/server/frames/store/${name}.it.test.ts`);
const args = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project",
  "integration",
  "apps/server/testing/faults",
  ...STORE,
];
spawn(process.execPath, args, { cwd: ROOT, env, stdio: "inherit" }).on("exit", (code) => {
  process.exitCode = code ?? 1;
});
