import type { CandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { NOTICES } from "@canopy/contract/device-link/methods";
import type { DownMessage } from "./dialect.ts";
import { CONFIG_WRITE } from "./dialect-canopy.ts";

type Params = DownMessage["params"];

const REC_TYPES: Readonly<Record<string, string>> = { can: "0", gps: "16", lin: "32", digital: "48", merged: "240" };
const recType = ({ content, channel }: Params) =>
  content === "can" || content === undefined ? String(channel ?? 0) : (REC_TYPES[String(content)] ?? "240");
const seconds = (ms: unknown) => String(Math.floor(Number(ms ?? 0) / 1000));

/** The commands that the terminals know, by the method that asks for them. */
const COMMANDS = new Map<string, (params: Params) => CandtuFields>([
  ["time.sync", ({ server_time }) => ({ name: "sync_time", time: seconds(server_time) })],
  [CONFIG_WRITE, ({ config }) => ({ name: "set_config", CfgInfo: JSON.stringify(config) })],
  ["record.start", () => ({ name: "StartRec" })],
  ["record.stop", () => ({ name: "StopRec" })],
  ["card.format", () => ({ name: "ClrDev" })],
  ["device.reboot", () => ({ name: "Reboot" })],
  ["files.list", listFiles],
  ["files.upload", uploadFile],
  ["files.cancel", (params) => ({ name: "CancelGetRec", RecType: recType(params) })],
  ["firmware.install", ({ url, version }) => ({ name: "exec_upgrade", url: String(url), version: String(version) })],
]);

function listFiles(params: Params): CandtuFields {
  const times = { StartTime: seconds(params.start_time), StopTime: seconds(params.stop_time) };
  return { name: "GetRecFileInfo", RecType: recType(params), ...times };
}

function uploadFile(params: Params): CandtuFields {
  const from = { Name: String(params.name), Offset: String(params.offset ?? 0) };
  return { name: "GetRecFile", RecType: recType(params), ...from, Tag: String(params.url) };
}

/** Undefined for the notices of the native dialect: these terminals have no word for them. */
export function candtuCommand({ id, method, params, deadlineMs }: DownMessage): CandtuFields | undefined {
  if (NOTICES.some((notice) => notice === method)) return undefined;
  const { name, ...others } = COMMANDS.get(method)?.(params) ?? { name: method, ...plain(params) };
  const cmdid: CandtuFields = deadlineMs === undefined ? {} : { cmdid: String(id) };
  const fields = { name: name ?? method, ...cmdid, ...others };
  return Object.values(fields).some((value) => value.includes("\0")) ? undefined : fields;
}

function plain(params: Params): CandtuFields {
  const pairs = Object.entries(params).map(([key, value]) => [
    key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(pairs);
}
