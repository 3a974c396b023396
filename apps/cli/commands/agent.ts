import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type AgentSettings, runAgent } from "@canopy/agent/agent";
import { readKeyFile } from "@canopy/agent/firmware/upgrade";
import { candumpInput, socketCan } from "@canopy/agent/source/candump-stream";
import { type IdFilter, parseFilter } from "@canopy/agent/source/filter";
import { logFile, UnknownLog } from "@canopy/agent/source/log-file";
import type { FrameSource } from "@canopy/agent/source/source";
import { SpoolInUse } from "@canopy/agent/spool/lock";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";

const help = `canopy agent --url mqtt://HOST:PORT --device ID --key-file FILE [SOURCE …]

Makes this machine a terminal: frames go to disk first, and from there to the server, once and only once.

  --url URL          mqtt:// or mqtts:// address of the server
  --device ID        the device ID
  --key-file FILE    a file with the licence key
  SOURCE             -          output of candump -L on standard input (without any SOURCE too)
                     can0 …     SocketCAN interfaces, through candump of can-utils
                     LOG        a log file (candump, ASC, BLF, TRC, CSV, BUSMASTER, CRTD, Microchip, MDF4, Parquet), with
                                the pauses it was recorded with
  --speed X          of a log: 1 as recorded, 10 ten times as fast, 0 as fast as the server takes it
  --filter F         identifiers that pass, hexadecimal: 123, 100-1FF, 1:7E0-7EF (channel 1), 18FEF100, !7DF (all but);
                     three digits are standard, more are extended identifiers; may be given many times
  --spool FOLDER     where frames wait; else ~/.canopy/agent/ID
  --spool-mb N       how much may wait (1024)
  --firmware-key F   a PEM file with the Ed25519 public key of those whose upgrades are installed and whose packages are
                     flashed into ECUs; may be given many times
  --installer FILE   a program that installs upgrades, with --firmware-key: called with the image's path and its version;
                     the agent then ends, and whatever watches it starts it again
  --keep-mb N        how much of what the server has stays on disk, for a recall (256)
  --mqtt5            MQTT 5 instead of 3.1.1
  --any-certificate  of mqtts: accept a certificate that no authority has signed

A log that is given again goes on where the last run ended. Ends with its log, or with Ctrl-C: what the server has not
acknowledged stays in the spool for the next run. More in docs/agent.md.
`;

const MB = 1024 * 1024;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    url: { type: "string" },
    device: { type: "string" },
    "key-file": { type: "string" },
    speed: { type: "string" },
    filter: { type: "string", multiple: true },
    spool: { type: "string" },
    "spool-mb": { type: "string" },
    "firmware-key": { type: "string", multiple: true },
    installer: { type: "string" },
    "keep-mb": { type: "string" },
    mqtt5: { type: "boolean" },
    "any-certificate": { type: "boolean" },
  });
  const device = needed("--device", values.device);
  const url = needed("--url", values.url);
  const key = readFileSync(needed("--key-file", values["key-file"]), "utf8").trim();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const settings = {
    link: {
      url,
      deviceId: device,
      key,
      version: values.mqtt5 ? (5 as const) : (4 as const),
      verifiesCertificate: values["any-certificate"] !== true,
    },
    spoolFolder: values.spool ?? join(homedir(), ".canopy", "agent", device),
    spoolBytes: numberOf("--spool-mb", values["spool-mb"] ?? "1024", 1) * MB,
    keepBytes: numberOf("--keep-mb", values["keep-mb"] ?? "256", 0) * MB,
    source: sourceOf(positionals, numberOf("--speed", values.speed ?? "1", 0)),
    filters: (values.filter ?? []).map(filterOf),
    ...signedBy(values["firmware-key"] ?? [], values.installer),
    log,
  };
  try {
    await runAgent(settings, stop.signal);
  } catch (error) {
    if (error instanceof SpoolInUse || error instanceof UnknownLog) throw new UsageError(error.message);
    throw error;
  }
  // Standard input may still be open.
  process.stdin.destroy();
  return OK;
}

function log(text: string): void {
  process.stderr.write(`canopy agent: ${text}\n`);
}

/** An interface has no dot and no slash in its name; a log has. */
function sourceOf(names: readonly string[], speed: number): FrameSource {
  const [first] = names;
  if (first === undefined || (first === "-" && names.length === 1)) return candumpInput(process.stdin, log);
  if (names.every((name) => /^[a-z][a-z0-9_-]{0,14}$/i.test(name))) return socketCan(names, log);
  if (names.length > 1) throw new UsageError("one log at a time");
  return logFile(first, { speed }, log);
}

/** Of upgrades and of packages that are flashed. */
function signedBy(
  keyFiles: readonly string[],
  installer: string | undefined,
): Pick<AgentSettings, "keys" | "installer"> {
  if (keyFiles.length > 0) return { keys: keyFiles.map(readKeyFile), installer };
  if (installer !== undefined)
    throw new UsageError("--installer needs a --firmware-key: it installs what that key has signed");
  return {};
}

function filterOf(text: string): IdFilter {
  const filter = parseFilter(text);
  if (!filter.ok) throw new UsageError(`--filter ${text}: ${filter.problem}`);
  return filter.value;
}

function needed(option: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${option} is needed; see canopy agent --help`);
  return value;
}

function numberOf(option: string, text: string, minimum: number): number {
  const value = Number(text);
  if (!(value >= minimum)) throw new UsageError(`${option} needs a number from ${minimum}, not ${text}`);
  return value;
}

export const command: Command = { help, run };
