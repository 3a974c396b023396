import type { DeviceConfig } from "./config.ts";
import { canonicalJson } from "./config-hash.ts";

export type ConfigPath = readonly (string | number)[];

/** One setting that differs; undefined: not there. An entry of a list that came or went is one change. */
export interface ConfigChange {
  readonly path: ConfigPath;
  readonly from: unknown;
  readonly to: unknown;
}

/** Of drafts too, which need not be right yet. */
export function diffConfigs(from: unknown, to: unknown): ConfigChange[] {
  return changesBetween(from, to, []);
}

function changesBetween(from: unknown, to: unknown, path: ConfigPath): ConfigChange[] {
  if (canonicalJson(from ?? null) === canonicalJson(to ?? null)) return [];
  if (Array.isArray(from) && Array.isArray(to) && isOfObjects(from) && isOfObjects(to)) {
    const length = Math.max(from.length, to.length);
    return Array.from({ length }, (_, i) => changesBetween(from[i], to[i], [...path, i])).flat();
  }
  if (isRecord(from) && isRecord(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => changesBetween(from[name], to[name], [...path, name]));
  }
  return [{ path, from, to }];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isOfObjects = (list: readonly unknown[]) => list.every(isRecord);

/** `path` of a change, for people: `can[0].baud_rate`. */
export function pathText(path: ConfigPath): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");
}

/** Consequences of a change, shown before it is sent. */
export type Consequence =
  | { readonly code: "channelRestarts"; readonly channel: number; readonly baudRate: number }
  | { readonly code: "cannotSend" | "channelOff"; readonly channel: number }
  | { readonly code: "recordingStops" | "uploadLess" | "linksReconnect" };

export function consequencesOf(from: DeviceConfig, to: DeviceConfig): Consequence[] {
  const found = to.can.flatMap((entry) => channelConsequences(findChannel(from, entry.channel), entry));
  if (from.record.mode !== "off" && to.record.mode === "off") found.push({ code: "recordingStops" });
  if (changesBetween(from.upload.filters, to.upload.filters, []).length > 0 && to.upload.filters.length > 0) {
    found.push({ code: "uploadLess" });
  }
  if (changesBetween(from.links, to.links, []).length > 0) found.push({ code: "linksReconnect" });
  return found;
}

type Can = DeviceConfig["can"][number];

const findChannel = (config: DeviceConfig, channel: number) => config.can.find((entry) => entry.channel === channel);

function channelConsequences(before: Can | undefined, after: Can): Consequence[] {
  if (before === undefined) return [];
  const { channel } = after;
  if (before.enabled && !after.enabled) return [{ code: "channelOff", channel }];
  const found: Consequence[] = [];
  const isRetimed = (["baud_rate", "data_baud_rate", "timing", "data_timing"] as const).some(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  );
  if (isRetimed) found.push({ code: "channelRestarts", channel, baudRate: after.baud_rate });
  if (before.mode === "normal" && after.mode === "listen_only") found.push({ code: "cannotSend", channel });
  return found;
}
