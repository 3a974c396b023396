// What the vehicles of a fleet recorded before they are live: node apps/simulator/past.ts FLEET.json
// On standard output, one vehicle after the other: records of a letter, the length (u32, little-endian) and the content:
// F a batch (CB1), P positions (as `up/gps`), E the end of a vehicle. As slow as the machine wants: it has the lowest priority.
import { once } from "node:events";
import { setPriority } from "node:os";
import { type FleetDevice, readFleetFile } from "./fleet-file.ts";
import { PipeLink } from "./link/pipe-link.ts";
import { Terminal } from "./terminal/terminal.ts";

const LOWEST_PRIORITY = 19;
const STEP_US = 1_000_000;
/** The batches of all are told apart by their times alone. */
const EPOCH = 0;

const { devices, startUs = Date.now() * 1000, drivenS = 0 } = readFleetFile(process.argv[2] ?? "");
try {
  setPriority(LOWEST_PRIORITY);
} catch {
  // A system that does not allow it: the work is the same.
}
process.stdout.on("error", () => process.exit(0));
for (const device of devices) await record(device);

async function record({ id, vehicle, seed = id, unpoweredS: [dark, lit] = [0, 0] }: FleetDevice): Promise<void> {
  const beginUs = startUs - drivenS * 1e6;
  const own = { epoch: EPOCH, pack: "plain" } as const;
  const terminal = new Terminal({ deviceId: id, kind: vehicle, seed, startUs: beginUs, ...own });
  // Nobody recalls files of that time.
  terminal.card.stop();
  const link = new PipeLink(process.stdout);
  terminal.attach(link);
  for (let nowUs = beginUs + STEP_US; nowUs <= startUs; nowUs += STEP_US) {
    const second = (nowUs - beginUs) / 1e6;
    link.isUnpowered = second > dark && second <= lit;
    terminal.advance(nowUs);
    if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
  }
  terminal.flush();
  link.end();
}
