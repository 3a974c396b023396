import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { DBC_ENCODINGS } from "@canopy/can/dbc/parse/encodings";
import { encodingOf, readArguments } from "../arguments.ts";
import { type Command, type ExitCode, LOG_HELP, OK, PROBLEMS, UsageError } from "../command.ts";
import { FrameLines } from "../lines/frame-lines.ts";
import { loadDbc } from "../load-dbc.ts";
import { openSource } from "../log-source.ts";
import { ByteOutput } from "../output.ts";
import { complain, ProblemLines } from "../problem-lines.ts";
import { logFormat, readLog } from "../read-log.ts";

const help = `canopy decode --dbc FILE [--dbc FILE …] [--encoding NAME] LOG

Prints one JSON line per frame:
  {"t":"1700000000.001000","ch":0,"id":419,"ext":false,"message":"BMS_1","signals":{"Soc":{"raw":812,"value":81.2}}}

  --dbc FILE       a DBC file; the first one that has the id of a frame decodes it
  --encoding NAME  of the DBC files, where it is not found from their bytes: ${DBC_ENCODINGS.join(", ")}
  LOG          ${LOG_HELP}

message is null where no DBC has the id. Signals of inactive multiplexer branches are absent; "name" is the text of
the value table. Integers beyond 2^53-1, NaN and Infinity are strings. Problems go to standard error.
A DBC of more than 8 MB, 250,000 statements, 50,000 messages or 220,000 signals is refused whole.
Exit code: 0 every frame of the log is in the output (lines of a DBC that cannot be read are warnings), 1 something is
missing: parts of the log, or a DBC that was refused, 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    dbc: { type: "string", multiple: true },
    encoding: { type: "string" },
  });
  const [log] = positionals;
  if (log === undefined || positionals.length !== 1)
    throw new UsageError("one LOG is needed; see canopy decode --help");
  if (values.dbc === undefined) throw new UsageError("at least one --dbc FILE is needed; see canopy decode --help");
  const encoding = encodingOf(values.encoding);
  const dbcs = values.dbc.map((path) => loadDbc(path, encoding));
  // Half of the wanted signals would look like all of them.
  if (!dbcs.every((dbc) => dbc !== undefined)) return PROBLEMS;
  const source = openSource(log);
  try {
    return await decode(
      source,
      log,
      dbcs.map((dbc) => new DbcDecoder(dbc)),
    );
  } finally {
    source.close();
  }
}

async function decode(
  source: ReturnType<typeof openSource>,
  path: string,
  decoders: readonly DbcDecoder[],
): Promise<ExitCode> {
  const format = await logFormat(source);
  if (format === "empty") {
    complain(`${path}: warning: the file is empty`);
    return OK;
  }
  if (format === undefined) {
    complain(`${path}: not a log of a known format`);
    return PROBLEMS;
  }
  const lines = new FrameLines(decoders);
  const output = new ByteOutput(lines.out);
  const told = new ProblemLines(path);
  const { problems } = await readLog(source, format, {
    frames: (batch) => lines.write(batch),
    problem: (problem) => told.log(problem),
    settle: () => output.flush(),
  });
  await output.end();
  return problems > 0 ? PROBLEMS : OK;
}

export const command: Command = { help, run };
