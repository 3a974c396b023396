import type { CandtuFields } from "@canopy/contract/device-link/candtu-packet";

/** A command as the request or configuration of canopy/1 that the terminal knows. */
export type CandtuRequest =
  | { topic: "request"; message: { id: string; method: string; params: object; deadline?: number } }
  | { topic: "config"; message: { id: string; revision: number; config: unknown; deadline?: number } };

const REC_TYPES: Readonly<Record<string, object>> = {
  "0": { content: "can", channel: 0 },
  "1": { content: "can", channel: 1 },
  "16": { content: "gps" },
  "32": { content: "lin" },
  "48": { content: "digital" },
  "240": { content: "merged" },
};

const METHODS: Readonly<Record<string, (fields: CandtuFields) => { method: string; params: object }>> = {
  sync_time: ({ time }) => ({ method: "time.sync", params: { server_time: Number(time) * 1000 } }),
  StartRec: () => ({ method: "record.start", params: {} }),
  StopRec: () => ({ method: "record.stop", params: {} }),
  ClrDev: () => ({ method: "card.format", params: {} }),
  Reboot: () => ({ method: "device.reboot", params: {} }),
  GetRecFileInfo: ({ RecType = "", StartTime = "0", StopTime = "0" }) => ({
    method: "files.list",
    params: {
      ...REC_TYPES[RecType],
      start_time: Number(StartTime) * 1000,
      ...(Number(StopTime) > 0 ? { stop_time: Number(StopTime) * 1000 } : {}),
      page_size: 100,
    },
  }),
  GetRecFile: ({ Name, Offset, Tag }) => ({
    method: "files.upload",
    params: { name: Name, url: Tag, offset: Number(Offset) },
  }),
  CancelGetRec: () => ({ method: "files.cancel", params: { name: "" } }),
};

/** Undefined: not a command (an answer to a function, for instance). */
export function candtuRequest(fields: CandtuFields, nowMs: number, revision: number): CandtuRequest | undefined {
  const { name, cmdid, ...others } = fields;
  if (name === undefined) return undefined;
  const id = cmdid ?? `${name} ${nowMs}`;
  // A command has no deadline of its own; a numbered command waits for its result.
  const deadline = cmdid === undefined ? {} : { deadline: nowMs + 3_600_000 };
  if (name === "set_config") {
    return { topic: "config", message: { id, revision, config: parse(others.CfgInfo ?? ""), ...deadline } };
  }
  const known = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  const request = known?.(others) ?? { method: name, params: parsed(others) };
  return { topic: "request", message: { id, ...request, ...deadline } };
}

/** Arguments of several values are JSON, others are text as it is. */
function parsed(fields: CandtuFields): object {
  return Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, parse(text) ?? text]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
