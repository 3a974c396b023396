import { flushCompileCache } from "node:module";
import { DEMO_MASTER, DEMO_PASSWORD } from "./accounts/seed-demo.ts";
import { type Config, loadConfig } from "./platform/config.ts";
import { StartFault } from "./platform/engines/start-fault.ts";
import { createLog } from "./platform/log.ts";
import { type Program, startProgram } from "./program.ts";
import { VERSION } from "./version.ts";

/** Something hangs that should have ended: better an abrupt end than a process that never goes. */
const STOP_DEADLINE_MS = 14_000;

const reading = loadConfig(process.env, process.cwd());
if (!reading.ok) {
  for (const problem of reading.problems) console.error(problem);
  process.exit(2);
}
for (const warning of reading.warnings) console.error(warning);
const { config } = reading;
const log = createLog(config.logLevel);

let isEnding = false;
const starting = startProgram(config, log);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void end(signal));
}

try {
  const program = await starting;
  announce(config, program);
  // Kept now and not at the end, which a kill would leave out.
  flushCompileCache();
} catch (error) {
  if (error instanceof StartFault) console.error(error.message);
  else log.fatal({ err: error }, "the start failed");
  process.exit(1);
}

async function end(signal: string): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  log.info({ signal }, "stopping");
  setTimeout(() => {
    log.error({ resources: process.getActiveResourcesInfo() }, "the end took too long");
    process.exit(1);
  }, STOP_DEADLINE_MS).unref();
  const program = await starting.catch(() => undefined);
  await program?.stop();
  process.exit(0);
}

function announce(config: Config, program: Program): void {
  for (const note of program.notes) console.log(note);
  if (program.address === undefined) {
    console.log(`Canopy ${VERSION} runs as ${config.roles.join(", ")}.`);
    return;
  }
  console.log(`Canopy ${VERSION} is ready at ${program.address}`);
  if (config.demo) console.log(`Sign in as ${DEMO_MASTER} with ${DEMO_PASSWORD}, or by the demo button.`);
  else console.log("The first system manager is made by: npx --no-install canopy admin create");
}
