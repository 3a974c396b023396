// The simulated fleet beside `npm start`: node apps/simulator/main.ts FLEET.json [mqtt://…]
// Ends with its parent: when standard input closes.
import { startFleet } from "./fleet.ts";
import { readFleetFile } from "./fleet-file.ts";

const DEFAULT_URL = "mqtt://127.0.0.1:1883";
/** About every quarter of an hour a vehicle drives through a tunnel. */
const CUT_EVERY_S = 900;

const [path, address] = process.argv.slice(2);
if (path === undefined) {
  console.error("usage: node apps/simulator/main.ts FLEET.json [mqtt://HOST:PORT]");
  process.exitCode = 2;
} else run(path, address);

function run(file: string, address: string | undefined): void {
  const { url, devices, ...others } = readFleetFile(file);
  const fleet = startFleet({
    url: address ?? url ?? DEFAULT_URL,
    devices,
    ...others,
    cutEveryS: CUT_EVERY_S,
    log: (text) => console.error(`simulator ${text}`),
  });
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void fleet.stop().finally(() => process.exit(0));
  };
  process.stdin.resume();
  process.stdin.on("end", end);
  process.stdin.on("close", end);
  process.stdin.on("error", end);
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}
