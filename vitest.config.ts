import { defineConfig } from "vitest/config";

const common = { environment: "node", pool: "forks" } as const;

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: process.env.CANOPY_REPORT ?? "reports/tests.json" }]],
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.it.test.ts", "**/node_modules/**"],
        },
      },
      {
        // Tests that need the real engines: started once for the run.
        test: {
          ...common,
          name: "integration",
          include: ["apps/**/*.it.test.ts"],
          globalSetup: ["apps/server/testing/engines.setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Journeys in a real browser against the whole program.
        test: {
          ...common,
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/program.setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
