import { readFileSync } from "node:fs";
import { DBC_ENCODINGS, type DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { detectFirmware } from "@canopy/can/firmware/detect";
import { encodingOf, readArguments } from "../arguments.ts";
import { type Command, type ExitCode, LOG_HELP, OK, PROBLEMS, UsageError } from "../command.ts";
import { describeDbc, looksLikeDbc } from "../info/dbc-info.ts";
import type { Description } from "../info/description.ts";
import { describeFirmware } from "../info/firmware-info.ts";
import { describeGpx, describeNmea, looksLikeGpx, looksLikeNmea } from "../info/gps-info.ts";
import { describeLog } from "../info/log-info.ts";
import { type LogSource, openSource } from "../log-source.ts";
import { complain } from "../problem-lines.ts";
import { logFormat } from "../read-log.ts";

const help = `canopy info FILE [--encoding NAME]

Prints what a DBC, log, firmware (S-record, Intel HEX, .bin) or GPS file (NMEA, GPX) holds, as JSON. What the file is
follows from its content; only .bin is taken by its name.

  FILE         a log: ${LOG_HELP}
  --encoding NAME  of a DBC, where it is not found from its bytes: ${DBC_ENCODINGS.join(", ")}

A DBC of more than 8 MB, 250,000 statements, 50,000 messages or 220,000 signals is refused whole.
Exit code: 0 all of the file could be read, 1 something of it could not (it is in "problems"), 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { encoding: { type: "string" } });
  const encoding = encodingOf(values.encoding);
  const [path] = positionals;
  if (path === undefined || positionals.length !== 1)
    throw new UsageError("one FILE is needed; see canopy info --help");
  const source = openSource(path);
  try {
    const description = await describe(source, path, encoding);
    if (description === undefined) {
      complain(`${path}: not a DBC, log, firmware or GPS file`);
      return PROBLEMS;
    }
    process.stdout.write(
      `${JSON.stringify({ file: path, bytes: source.size ?? null, ...description.info }, null, 2)}\n`,
    );
    for (const problem of description.problems) complain(`${path}: ${problem}`);
    return description.isBroken ? PROBLEMS : OK;
  } finally {
    source.close();
  }
}

async function describe(
  source: LogSource,
  path: string,
  encoding: DbcEncoding | undefined,
): Promise<Description | undefined> {
  const format = await logFormat(source);
  if (format === "empty") return { info: { kind: "empty" }, problems: ["warning: the file is empty"], isBroken: false };
  if (format !== undefined) return describeLog(source, format);
  // Files that are not logs are small enough to be read whole; a stream cannot be read a second time.
  if (!source.canSeek) return undefined;
  const head = await source.head(() => true);
  if (looksLikeGpx(head)) return describeGpx(whole(path));
  if (detectFirmware(head) !== undefined) return describeFirmware(whole(path));
  if (looksLikeDbc(head)) return describeDbc(whole(path), encoding);
  if (looksLikeNmea(head)) return describeNmea(source);
  return /\.bin$/i.test(path) ? describeFirmware(whole(path)) : undefined;
}

function whole(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}

export const command: Command = { help, run };
