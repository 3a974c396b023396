/**
 * A process that moves a device and dies at a step. Arguments: JSON of the options of `openServers`, the ID of the
 * terminal, the number of the server, the step.
 */

import { moveDevice } from "../../frames/servers/move-device.ts";
import { openServers } from "../../frames/servers/open-servers.ts";
import { createLog } from "../../platform/log.ts";

const [options = "{}", deviceId = "", server = "", end = ""] = process.argv.slice(2);
const log = createLog("silent");
const { servers, metadata: database } = await openServers({ ...JSON.parse(options), prepare: true, log });
await moveDevice(
  {
    database,
    servers,
    log,
    leaseMs: 0,
    step: (place) => {
      if (place === end) process.kill(process.pid, "SIGKILL");
    },
  },
  deviceId,
  server,
);
process.exit(0);
