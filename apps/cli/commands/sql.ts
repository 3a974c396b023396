import { DBC_ENCODINGS } from "@canopy/can/dbc/parse/encodings";
import { encodingOf, readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { loadDbc } from "../load-dbc.ts";
import { messageViews } from "../sql/message-views.ts";

const help = `canopy sql --dbc FILE [--dbc FILE]… [--lake FOLDER] [--channel N] [--encoding NAME]

Prints statements of DuckDB: a view canopy_frames of the raw frames of canopy lake export, and a view for each message
of the DBC that decodes them: canopy sql --dbc car.dbc --lake /lake | duckdb -init /dev/stdin

  --lake FOLDER    where the lake lies, as DuckDB finds it; . unless said
  --channel N      frames of one channel alone, from 0
  --encoding NAME  of the DBC, where it is not found from its bytes: ${DBC_ENCODINGS.join(", ")}

Values are doubles; null where a frame does not have the signal, or it is not a number, or has more than 64 bits.
Exit code: 0 done, 1 a DBC was refused, 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    dbc: { type: "string", multiple: true, default: [] },
    lake: { type: "string", default: "." },
    channel: { type: "string" },
    encoding: { type: "string" },
  });
  if (values.dbc.length === 0 || positionals.length > 0) throw new UsageError("--dbc is needed; see canopy sql --help");
  const encoding = encodingOf(values.encoding);
  const channel = values.channel === undefined ? undefined : Number(values.channel);
  if (channel !== undefined && !(Number.isInteger(channel) && channel >= 0 && channel <= 255))
    throw new UsageError(`--channel ${values.channel}: a number from 0 to 255`);
  const dbcs = values.dbc.map((path) => loadDbc(path, encoding));
  if (!dbcs.every((dbc) => dbc !== undefined)) return PROBLEMS;
  process.stdout.write(messageViews(dbcs, { lake: values.lake, channel }));
  return OK;
}

export const command: Command = { help, run };
