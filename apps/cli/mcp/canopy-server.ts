import { createClient } from "@canopy/contract/platform/client";
import { VERSION } from "@canopy/server/version";
import { McpServer } from "@modelcontextprotocol/server";
import { listAlarms } from "./alarm-tools.ts";
import { getDevice, listDevices } from "./device-tools.ts";
import { getStatistics, listSignals, readCurve, searchSignals } from "./signal-tools.ts";
import { registerTool, type Tool } from "./tool.ts";

const INSTRUCTIONS =
  "Canopy is the cloud for CAN-bus data loggers. Find a device with list_devices, its signals with list_signals, then read_curve or get_statistics over a time, and list_alarms. Nothing here changes anything.";

const TOOLS: readonly Tool[] = [
  listDevices,
  getDevice,
  listSignals,
  searchSignals,
  readCurve,
  getStatistics,
  listAlarms,
];

/** OPS-07: what an access token may read, as tools of the Model Context Protocol. */
export function canopyServer(url: string, token: string): McpServer {
  const canopy = createClient({ base: `${url}/api`, token: () => token, language: () => "en" });
  const server = new McpServer({ name: "canopy", version: VERSION }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS) registerTool(server, canopy, tool);
  return server;
}
