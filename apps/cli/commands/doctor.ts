import { explainFrameStore } from "@canopy/server/explain-frame-store";
import { loadConfig } from "@canopy/server/platform/config";
import { explainConfiguration } from "@canopy/server/platform/doctor";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS } from "../command.ts";

const help = `canopy doctor

Explains the configuration and the machine: every setting with its value and where it came from, engine, folders, disk,
ports, and what the frame store holds while Canopy runs. Exit code: 0 all well, 1 there is a problem.
`;

const MARKS = { ok: " ", warn: "?", problem: "!" } as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  readArguments(args, {});
  const reading = loadConfig(process.env, process.cwd());
  const rows = await explainConfiguration(reading);
  if (reading.ok) rows.push(...(await explainFrameStore(reading.config)));
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const row of rows) {
    const sentence = row.sentence ? `  ${row.sentence}` : "";
    process.stdout.write(`${MARKS[row.level]} ${row.what.padEnd(width)}  ${row.value}  (${row.source})${sentence}\n`);
  }
  return rows.some((row) => row.level === "problem") ? PROBLEMS : OK;
}

export const command: Command = { help, run };
