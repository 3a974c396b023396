import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./e2e/support/patience.ts";

// Files of a worker share what they import, which would take as long as their tests: a module keeps no state that a file
// could leave behind for the next one.
const common = { environment: "node", pool: "forks", isolate: false } as const;

// `npm test` asks for a report per project (reports/*.json), which requirement coverage reads; a run by hand leaves none.
const report = process.env.CANOPY_REPORT;

// Two cores carry browser, program and engines there: another try tells a slow moment from a fault, and the summary
// names each test that needed one. Two of them: a slow moment of a shared machine may outlast the next try, while a fault
// fails them all. None by hand.
const RETRIES = process.env.CI ? 2 : 0;

// Half of what these tests do is to wait for engines, timers and processes. Each file has databases, ports and folders
// of its own.
const WORKERS = Math.max(2, availableParallelism() - 1);

const withEngines = {
  ...common,
  globalSetup: ["apps/server/testing/engines/engines.setup.ts"],
  testTimeout: 60_000 * PATIENCE,
  hookTimeout: 120_000 * PATIENCE,
  retry: RETRIES,
  maxWorkers: WORKERS + 1,
  sequence: { groupOrder: 1 },
  expect: { requireAssertions: true },
};

export default defineConfig({
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.it.test.ts", "**/*.faults.test.ts", "**/node_modules/**", "**/fixtures/**"],
          testTimeout: 30_000 * PATIENCE,
          hookTimeout: 30_000 * PATIENCE,
          retry: RETRIES,
          maxWorkers: WORKERS,
          expect: { requireAssertions: true },
        },
      },
      {
        // Tests that need the real engines: started once for the run.
        test: { ...withEngines, name: "integration", include: ["apps/**/*.it.test.ts"] },
      },
      {
        // Tests that kill processes or cut their stores at every step: `npm run test:faults`.
        test: { ...withEngines, name: "faults", include: ["apps/**/*.faults.test.ts"] },
      },
      {
        // Journeys in a real browser against the whole program, of which each worker has its own.
        test: {
          ...common,
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/support/program.setup.ts"],
          setupFiles: ["e2e/support/run-time.setup.ts"],
          testTimeout: 150_000 * PATIENCE,
          hookTimeout: 180_000 * PATIENCE,
          retry: RETRIES,
          maxWorkers: WORKERS + 1,
          sequence: { groupOrder: 2 },
          expect: { requireAssertions: true },
        },
      },
    ],
  },
});
