import { join } from "node:path";
import { startFleet } from "@canopy/simulator/fleet";
import { FleetFileError, readFleetFile } from "@canopy/simulator/fleet-file";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";

const help = `canopy simulate [--devices N] [--rate FRAMES_PER_S] [--url mqtt://HOST:PORT] [--credentials FILE]

Terminals that are not there: a demonstration, or load, against any server.

  --devices N           the first N devices of the file; all of them without it
  --rate FRAMES_PER_S   frames per second of each device, made ahead, to load a server;
                        without it living vehicles (electric car, truck, CAN FD car) at their own pace, about
                        300 to 700 frames/s, with GPS, UDS, card and configuration
  --url URL             mqtt:// or mqtts:// address; else the file's, else mqtt://127.0.0.1:1883
  --credentials FILE    {"url": "…", "devices": [{"id": "…", "key": "licence key", "vehicle": "ev|truck|fd-car"}]};
                        "url" and "vehicle" may be missing. Without it $CANOPY_DATA/fleet.json, which a server with
                        a demonstration writes
  --seconds S           end after so long; else Ctrl-C
  --cut-every S         lose the network every S seconds on average, and send again what was not acknowledged
  --mqtt5               MQTT 5 instead of 3.1.1
  --candtu URL          speak the candtu dialect; URL is its login call

Every five seconds a line says how many are online, and how many frames were acknowledged.
`;

const REPORT_MS = 5000;
const DEFAULT_URL = "mqtt://127.0.0.1:1883";

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    devices: { type: "string" },
    rate: { type: "string" },
    url: { type: "string" },
    credentials: { type: "string" },
    seconds: { type: "string" },
    "cut-every": { type: "string" },
    mqtt5: { type: "boolean" },
    candtu: { type: "string" },
  });
  if (positionals.length > 0) throw new UsageError(`unexpected ${positionals.join(" ")}`);
  const file = fleetOf(values.credentials ?? join(process.env.CANOPY_DATA ?? "data", "fleet.json"));
  const count = numberOf("--devices", values.devices) ?? file.devices.length;
  if (count > file.devices.length) throw new UsageError(`the file has ${file.devices.length} devices, not ${count}`);
  const candtuLogin = values.candtu ?? file.candtuLogin;
  const framesPerSecond = numberOf("--rate", values.rate);
  const cutEveryS = numberOf("--cut-every", values["cut-every"]);
  const fleet = startFleet({
    url: values.url ?? file.url ?? DEFAULT_URL,
    devices: file.devices.slice(0, count),
    version: values.mqtt5 ? 5 : 4,
    log: (text) => process.stderr.write(`${text}\n`),
    ...(candtuLogin === undefined ? {} : { candtuLogin }),
    ...(framesPerSecond === undefined ? {} : { framesPerSecond }),
    ...(cutEveryS === undefined ? {} : { cutEveryS }),
  });
  let before = 0;
  const report = setInterval(() => {
    const { online, framesAcknowledged, waitingBatches } = fleet.counts();
    const rate = Math.round((framesAcknowledged - before) / (REPORT_MS / 1000));
    before = framesAcknowledged;
    process.stdout.write(`${online}/${count} online, ${rate} frames/s acknowledged, ${waitingBatches} batches wait\n`);
  }, REPORT_MS);
  await untilEnd(numberOf("--seconds", values.seconds));
  clearInterval(report);
  const { framesAcknowledged } = fleet.counts();
  await fleet.stop();
  process.stdout.write(`${framesAcknowledged} frames acknowledged\n`);
  return OK;
}

function fleetOf(path: string) {
  try {
    return readFleetFile(path);
  } catch (error) {
    throw error instanceof FleetFileError ? new UsageError(error.message) : error;
  }
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`${option} needs a number above 0, not ${text}`);
  return value;
}

function untilEnd(seconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
    if (seconds !== undefined) setTimeout(resolve, seconds * 1000);
  });
}

export const command: Command = { help, run };
