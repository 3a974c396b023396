import { MoveFault } from "@canopy/server/frames/servers/move-binding";
import { moveDevice } from "@canopy/server/frames/servers/move-device";
import { devicesByServer } from "@canopy/server/frames/servers/server-registry";
import { createLog } from "@canopy/server/platform/log";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { onFrames } from "../operator.ts";

const help = `canopy frames servers
canopy frames move DEVICE SERVER

Lists the frame servers of FRAMES_DATABASE_URL, one JSON line each; moves a device, by the ID of its terminal, with all its
frames, signals, positions and alarms to another one, by its number, the begin of its id, or its address. The server goes
on and the terminal may send: it waits for some seconds while the device is closed. A move that was cut off goes on with
the same command, or by itself in a process of role worker.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { positionals } = readArguments(args, {});
  const [action, device, server, ...rest] = positionals;
  if (action === "servers" && device === undefined) return list();
  if (action === "move" && device !== undefined && server !== undefined && rest.length === 0)
    return move(device.toUpperCase(), server);
  throw new UsageError("see canopy frames --help");
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function list(): Promise<ExitCode> {
  return onFrames(async ({ servers, metadata }) => {
    const devices = await devicesByServer(metadata.db, servers);
    for (const { id, number, address, store } of servers) {
      const { frames, diskBytes, landedFrames } = await store.report();
      const counts = { devices: devices.get(id) ?? 0, frames: frames + landedFrames, disk_bytes: diskBytes };
      print(JSON.stringify({ number, id, address, ...counts }));
    }
    return OK;
  });
}

function move(deviceId: string, server: string): Promise<ExitCode> {
  return onFrames(async ({ servers, metadata: database }) => {
    const beganMs = performance.now();
    const parts = { database, servers, log: createLog("error"), tell: print };
    const end = await moveDevice(parts, deviceId, server).catch((error: unknown) => {
      throw error instanceof MoveFault ? new UsageError(error.message) : error;
    });
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    print(end === "there" ? `${deviceId} lives there already` : `${deviceId} was moved in ${seconds} s`);
    return OK;
  });
}

export const command: Command = { help, run };
