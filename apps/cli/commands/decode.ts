import { readFileSync } from "node:fs";
import { DbcDecoder } from "@canopy/can/dbc/decode";
import { readDbc } from "@canopy/can/dbc/parse";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { FrameLines } from "../lines/frame-lines.ts";
import { openSource } from "../log-source.ts";
import { ByteOutput } from "../output.ts";
import { logFormat, readLog } from "../read-log.ts";

const help = `canopy decode --dbc FILE [--dbc FILE …] LOG

Prints one JSON line per frame:
  {"t":"1700000000.001000","ch":0,"id":419,"ext":false,"message":"BMS_1","signals":{"Soc":{"raw":812,"value":81.2}}}

  --dbc FILE   a DBC file; the first one that has the id of a frame decodes it
  LOG          candump, ASC, BLF, TRC, CSV, BUSMASTER or MDF4, found by its content; .gz too; - is standard input

message is null where no DBC has the id. Signals of inactive multiplexer branches are absent; "name" is the text of
the value table. Integers beyond 2^53-1, NaN and Infinity are strings. Problems go to standard error.
Exit code: 0 done, 1 problems in the data, 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { dbc: { type: "string", multiple: true } });
  const [log] = positionals;
  if (log === undefined || positionals.length !== 1)
    throw new UsageError("one LOG is needed; see canopy decode --help");
  if (values.dbc === undefined) throw new UsageError("at least one --dbc FILE is needed; see canopy decode --help");
  const databases = values.dbc.map(loadDbc);
  const decoders = databases.map(({ decoder }) => decoder);
  const source = openSource(log);
  try {
    const format = await logFormat(source);
    if (format === undefined) {
      process.stderr.write(`${log}: not a log of a known format\n`);
      return PROBLEMS;
    }
    const lines = new FrameLines(decoders);
    const output = new ByteOutput(lines.out);
    const { problems } = await readLog(
      source,
      format,
      (batch) => lines.write(batch),
      () => output.flush(),
    );
    await output.end();
    return problems > 0 || databases.some(({ isBroken }) => isBroken) ? PROBLEMS : OK;
  } finally {
    source.close();
  }
}

/** Warnings are told and lose nothing; errors make the exit code 1. */
function loadDbc(path: string): { decoder: DbcDecoder; isBroken: boolean } {
  const { dbc, problems } = readDbc(new Uint8Array(readFileSync(path)));
  for (const { severity, code, line, column, subject } of problems.slice(0, 20)) {
    process.stderr.write(`${path}:${line}:${column}: ${severity}: ${code}${subject ? ` ${subject}` : ""}\n`);
  }
  if (problems.length > 20) process.stderr.write(`${path}: ${problems.length - 20} further problems are not shown\n`);
  return { decoder: new DbcDecoder(dbc), isBroken: problems.some(({ severity }) => severity === "error") };
}

export const command: Command = { help, run };
