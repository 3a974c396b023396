// Started once for all journeys: the whole program, as a user would start it.
import { dirname } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWeb } from "../scripts/build-web.ts";
import { engineProblem, prepareEngine } from "../scripts/setup/engine.ts";
import { startProgram } from "./program.ts";

export interface RunningProgram {
  baseUrl: string;
  dataFolder: string;
  /** Set when it cannot run on this machine: the journeys skip and print it. */
  problem?: string;
}

declare module "vitest" {
  interface ProvidedContext {
    program: RunningProgram;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const root = dirname(import.meta.dirname);
  await prepareEngine();
  const problem = engineProblem();
  if (problem !== undefined) {
    console.warn(`journeys skipped: ${problem}`);
    project.provide("program", { baseUrl: "", dataFolder: "", problem });
    return undefined;
  }
  await buildWeb(root);
  const program = await startProgram();
  project.provide("program", { baseUrl: program.baseUrl, dataFolder: program.dataFolder });
  return async () => {
    const problems = await program.stop();
    if (problems.length > 0)
      throw new Error(`the program did not stop cleanly: ${problems.join("; ")} (${program.logFile})`);
  };
}
