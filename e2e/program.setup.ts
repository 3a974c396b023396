// Started once for all journeys: the whole program, as a user would start it.
import { dirname } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWeb } from "../scripts/build-web.ts";
import { startProgram } from "./program.ts";

export interface RunningProgram {
  baseUrl: string;
  dataFolder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    program: RunningProgram;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = dirname(import.meta.dirname);
  await buildWeb(root);
  const program = await startProgram();
  project.provide("program", { baseUrl: program.baseUrl, dataFolder: program.dataFolder });
  return async () => {
    const problems = await program.stop();
    if (problems.length > 0)
      throw new Error(`the program did not stop cleanly: ${problems.join("; ")} (${program.logFile})`);
  };
}
