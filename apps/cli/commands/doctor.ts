import { explainFrameStore } from "@canopy/server/explain-frame-store";
import { explainServices } from "@canopy/server/explain-services";
import { loadConfig } from "@canopy/server/platform/config";
import { explainConfiguration } from "@canopy/server/platform/doctor";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS } from "../command.ts";

const help = `canopy doctor [--all] [--json]

Explains the configuration and the machine: every setting with its value and where it came from, engine, folders, disk,
ports, clocks, NATS, mail server and bucket, and while Canopy runs its databases with their migrations, what the frame store
holds, and a sample of its files. Each line with ? is a warning and with ! a problem, with what to do.

  --all     reads every segment, as canopy verify does
  --json    a line of JSON for each

Exit code: 0 all well, 1 there is a problem.
`;

const MARKS = { ok: " ", warn: "?", problem: "!" } as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values } = readArguments(args, {
    all: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const reading = loadConfig(process.env, process.cwd());
  const rows = await explainConfiguration(reading);
  if (reading.ok) {
    rows.push(...(await explainServices(reading.config, values)));
    rows.push(...(await explainFrameStore(reading.config)));
  }
  const hasProblem = rows.some((row) => row.level === "problem");
  if (values.json) {
    for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
    return hasProblem ? PROBLEMS : OK;
  }
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const row of rows) {
    const sentence = row.sentence ? `  ${row.sentence}` : "";
    process.stdout.write(`${MARKS[row.level]} ${row.what.padEnd(width)}  ${row.value}  (${row.source})${sentence}\n`);
  }
  return hasProblem ? PROBLEMS : OK;
}

export const command: Command = { help, run };
