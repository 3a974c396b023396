import { closeSync, existsSync, openSync, realpathSync, rmSync, writeSync } from "node:fs";
import { extname } from "node:path";
import { deflateSync } from "node:zlib";
import { createWriter, isWriteFormat, WRITE_FORMATS, type WriteFormat } from "@canopy/can/logs/formats";
import type { LogReader } from "@canopy/can/logs/reader";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, LOG_HELP, OK, PROBLEMS, UsageError } from "../command.ts";
import { openSource } from "../log-source.ts";
import { complain, ProblemLines } from "../problem-lines.ts";
import { logFormat, readLog } from "../read-log.ts";

const BY_SUFFIX: Record<string, WriteFormat> = {
  ".log": "candump",
  ".asc": "asc",
  ".blf": "blf",
  ".mf4": "mdf4",
  ".trc": "trc",
  ".csv": "csv",
  ".parquet": "parquet",
};
/** Fast, and within some percent of the best on logs. */
const DEFLATE_LEVEL = 1;

const help = `canopy convert IN OUT [--format FORMAT]

  IN           ${LOG_HELP}
  OUT              the format follows from the suffix: ${Object.keys(BY_SUFFIX).join(" ")}
  --format FORMAT  where the suffix does not say it all: ${WRITE_FORMATS.join(", ")}

Frames that the new format cannot hold are left out and counted on standard error. So are those that lose something on
the way (channel, direction, CAN FD flags, what an error frame says) and those that get a time near their own.
Exit code: 0 OUT has everything of IN, 1 something is missing from it, 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { format: { type: "string" } });
  const [input, output] = positionals;
  if (input === undefined || output === undefined || positionals.length !== 2) {
    throw new UsageError("IN and OUT are needed; see canopy convert --help");
  }
  const format = writeFormat(output, values.format);
  if (input !== "-" && existsSync(output) && realpathSync(input) === realpathSync(output)) {
    throw new UsageError("IN and OUT are the same file");
  }
  const source = openSource(input);
  try {
    const reading = await logFormat(source);
    if (reading === "empty") complain(`${input}: warning: the file is empty`);
    // Of no bytes every reader makes no frames; one without a header finds nothing missing.
    if (reading !== undefined)
      return await convert(source, reading === "empty" ? "candump" : reading, input, output, format);
    complain(`${input}: not a log of a known format`);
    return PROBLEMS;
  } finally {
    source.close();
  }
}

function writeFormat(output: string, chosen: string | undefined): WriteFormat {
  const suffix = extname(output).toLowerCase();
  if (chosen !== undefined) {
    if (isWriteFormat(chosen)) return chosen;
    throw new UsageError(`no format ${chosen}; one of ${WRITE_FORMATS.join(", ")}`);
  }
  const format = BY_SUFFIX[suffix];
  if (format !== undefined) return format;
  throw new UsageError(`no format has the suffix "${suffix}": one of ${Object.keys(BY_SUFFIX).join(" ")}, or --format`);
}

async function convert(
  source: Parameters<typeof readLog>[0],
  reading: Parameters<typeof readLog>[1],
  input: string,
  path: string,
  format: WriteFormat,
): Promise<ExitCode> {
  const { output, close } = openOutput(path);
  let isWhole = false;
  try {
    let channelNames: LogReader["channelNames"];
    const writer = createWriter(format, output, {
      deflate: (data) => deflateSync(data, { level: DEFLATE_LEVEL }),
      channelName: (channel) => channelNames?.[channel],
    });
    const told = new ProblemLines(input);
    const { problems } = await readLog(source, reading, {
      frames: (batch, reader) => {
        channelNames = reader.channelNames;
        writer.write(batch);
      },
      problem: (problem) => told.log(problem),
    });
    writer.end();
    isWhole = true;
    return problems + printLosses(path, format, writer) > 0 ? PROBLEMS : OK;
  } finally {
    close();
    if (!isWhole) rmSync(path, { force: true });
  }
}

/** Frames changed by the conversion. */
function printLosses(path: string, format: WriteFormat, { skipped, adjusted, reduced = 0 }: LogWriter): number {
  if (skipped > 0) complain(`${path}: ${skipped} frames left out: ${format} cannot hold them`);
  if (adjusted > 0) complain(`${path}: ${adjusted} frames got the nearest time that ${format} can hold`);
  if (reduced > 0) {
    const lost = "their channel, direction, CAN FD flags or what an error frame says";
    complain(`${path}: ${reduced} frames lost some of ${lost}: ${format} has no place for it`);
  }
  return skipped + adjusted + reduced;
}

function openOutput(path: string): { output: LogOutput; close(): void } {
  const file = openSync(path, "w");
  let end = 0;
  const write = (bytes: Uint8Array, at: number): void => {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
  };
  const output = {
    append: (bytes: Uint8Array): void => {
      write(bytes, end);
      end += bytes.length;
    },
    patch: (at: number, bytes: Uint8Array): void => write(bytes, at),
  };
  return { output, close: () => closeSync(file) };
}

export const command: Command = { help, run };
