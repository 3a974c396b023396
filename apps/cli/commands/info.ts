import { readFileSync } from "node:fs";
import { detectFirmware } from "@canopy/can/firmware/parse";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { describeDbc, looksLikeDbc } from "../info/dbc-info.ts";
import type { Description } from "../info/description.ts";
import { describeFirmware } from "../info/firmware-info.ts";
import { describeGpx, describeNmea, looksLikeGpx, looksLikeNmea } from "../info/gps-info.ts";
import { describeLog } from "../info/log-info.ts";
import { type LogSource, openSource } from "../log-source.ts";
import { logFormat } from "../read-log.ts";

const help = `canopy info FILE

Prints what a DBC, log (candump, ASC, BLF, TRC, CSV, BUSMASTER, MDF4), firmware (S-record, Intel HEX, .bin) or GPS file
(NMEA, GPX) holds, as JSON. What the file is follows from its content; only .bin is taken by its name.
Exit code: 0 done, 1 problems in the data (they are in "problems"), 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { positionals } = readArguments(args, {});
  const [path] = positionals;
  if (path === undefined || positionals.length !== 1)
    throw new UsageError("one FILE is needed; see canopy info --help");
  const source = openSource(path);
  try {
    const description = await describe(source, path);
    if (description === undefined) {
      process.stderr.write(`${path}: not a DBC, log, firmware or GPS file\n`);
      return PROBLEMS;
    }
    process.stdout.write(
      `${JSON.stringify({ file: path, bytes: source.size ?? null, ...description.info }, null, 2)}\n`,
    );
    for (const problem of description.problems) process.stderr.write(`${path}: ${problem}\n`);
    return description.isBroken ? PROBLEMS : OK;
  } finally {
    source.close();
  }
}

async function describe(source: LogSource, path: string): Promise<Description | undefined> {
  const format = await logFormat(source);
  if (format !== undefined) return describeLog(source, format);
  // What is not a log is small enough to be read whole; a stream cannot be read a second time.
  if (!source.canSeek) return undefined;
  const head = await source.head();
  if (looksLikeGpx(head)) return describeGpx(whole(path));
  if (detectFirmware(head) !== undefined) return describeFirmware(whole(path));
  if (looksLikeDbc(head)) return describeDbc(whole(path));
  if (looksLikeNmea(head)) return describeNmea(source);
  return /\.bin$/i.test(path) ? describeFirmware(whole(path)) : undefined;
}

function whole(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}

export const command: Command = { help, run };
