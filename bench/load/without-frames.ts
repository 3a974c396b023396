import { type Program, startProgram } from "../../e2e/program.ts";

/**
 * The program with its demo and without its frame store and fleet, which share the cores with the browser and have no
 * part in the figure. Without role ingest nobody asks whether the store is there.
 */
export function startWithoutFrames(): Promise<Program> {
  return startProgram({ CLICKHOUSE_URL: "http://127.0.0.1:9", CANOPY_ROLES: "web,worker" });
}
