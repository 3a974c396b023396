import { installEmulatedEngine } from "../../apps/server/platform/clickhouse/emulated-engine.ts";
import { engineAvailability } from "../../apps/server/platform/clickhouse/resolve-engine.ts";
import { StartFault } from "../../apps/server/platform/engines/start-fault.ts";
import { SetupError, step } from "./steps.mjs";

/** Fetches the emulated ClickHouse engine, once, where npm has none for this processor. */
export async function prepareEngine(): Promise<void> {
  if (process.env.CLICKHOUSE_URL) return;
  const engine = engineAvailability();
  if (engine.kind !== "unavailable" && !engine.installed) await step("ClickHouse for x64, emulated here", fetchEngine);
}

async function fetchEngine(): Promise<void> {
  try {
    await installEmulatedEngine();
  } catch (error) {
    throw error instanceof StartFault ? new SetupError(error.message) : error;
  }
}

/** One sentence that says why the embedded engine cannot run here, or undefined. */
export function engineProblem(): string | undefined {
  if (process.env.CLICKHOUSE_URL) return undefined;
  const engine = engineAvailability();
  return engine.kind === "unavailable" ? engine.problem : undefined;
}
