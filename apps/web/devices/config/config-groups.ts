import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { ConfigPath } from "@canopy/contract/device-link/config-diff";
import {
  type ConfigField,
  configForm,
  fieldAt,
  type GroupField,
  type LeafField,
  type ListField,
} from "@canopy/contract/device-link/config-form";

/** A group of settings as the page lists them. */
export interface ConfigGroup {
  readonly key: string;
  readonly title: GroupTitle;
  /** Where its settings hang in the configuration. */
  readonly roots: readonly ConfigPath[];
}

export type GroupTitle =
  | { readonly channel: number }
  | { readonly name: "lin" | "io" | "recording" | "trigger" | "gps" | "network" | "upload" | "sms" };

const RECORDING = ["mode", "when_full", "file_size_mb", "record_time_s", "error_frames", "merge_channels"] as const;
const TRIGGER = ["start", "stop", "pre_trigger", "timed"] as const;

/** One group per CAN channel of this configuration, then the others. */
export function configGroups(config: unknown): ConfigGroup[] {
  const channels = listAt(config, ["can"]).map((entry, i): ConfigGroup => {
    const channel = Number(valueAt(entry, ["channel"]) ?? i);
    return { key: `can${channel}`, title: { channel }, roots: [["can", i]] };
  });
  const group = (name: Exclude<GroupTitle, { channel: number }>["name"], roots: ConfigPath[]): ConfigGroup => ({
    key: name,
    title: { name },
    roots,
  });
  return [
    ...channels,
    group("lin", [["lin"]]),
    group("io", [["digital_inputs"], ["digital_outputs"]]),
    group("recording", [...RECORDING.map((name) => ["record", name]), ["quotas"]]),
    group(
      "trigger",
      TRIGGER.map((name) => ["record", name]),
    ),
    group("gps", [["gps"]]),
    group("network", [["links"]]),
    group("upload", [
      ["upload", "filters"],
      ["upload", "cache"],
      ["upload", "identity"],
      ["upload", "log"],
    ]),
    group("sms", [["sms"]]),
  ];
}

/** The group that holds a place, given as its keys joined by dots: whole keys, for `links` is not a part of `lin`. */
export function groupAt(config: unknown, place: string): ConfigGroup | undefined {
  const isWithin = (root: ConfigPath) => `${place}.`.startsWith(`${root.join(".")}.`);
  return configGroups(config).find(({ roots }) => roots.some(isWithin));
}

/** One line of the form. */
export type ConfigRow =
  | { readonly kind: "leaf"; readonly path: ConfigPath; readonly field: LeafField; readonly depth: number }
  /** A part that may be absent. */
  | {
      readonly kind: "part";
      readonly path: ConfigPath;
      readonly field: GroupField;
      readonly depth: number;
      readonly isPresent: boolean;
    }
  | {
      readonly kind: "list";
      readonly path: ConfigPath;
      readonly field: ListField;
      readonly depth: number;
      readonly count: number;
    }
  | {
      readonly kind: "item";
      readonly path: ConfigPath;
      readonly depth: number;
      readonly index: number;
      readonly isLast: boolean;
    };

/** The lines of a group, as many as this configuration has entries. */
export function configRows(config: unknown, group: ConfigGroup): ConfigRow[] {
  return group.roots.flatMap((root) => rowsAt(config, root, fieldAt(root), 0));
}

function rowsAt(config: unknown, path: ConfigPath, field: ConfigField | undefined, depth: number): ConfigRow[] {
  if (field === undefined) return [];
  if (field.kind === "list") return listRows(config, path, field, depth);
  if (field.kind !== "group") return [{ kind: "leaf", path, field, depth }];
  const value = valueAt(config, path);
  const isPresent = value !== undefined;
  const within = isPresent
    ? Object.entries(field.fields).flatMap(([name, child]) => {
        // The channel of an entry is its name, not a setting.
        if (name === "channel" && ["can", "lin", "digital_inputs"].includes(String(path[0]))) return [];
        return rowsAt(config, [...path, name], child, field.optional ? depth + 1 : depth);
      })
    : [];
  return field.optional ? [{ kind: "part", path, field, depth, isPresent }, ...within] : within;
}

function listRows(config: unknown, path: ConfigPath, field: ListField, depth: number): ConfigRow[] {
  const entries = listAt(config, path);
  const rows = entries.flatMap((_, index): ConfigRow[] => {
    const at = [...path, index];
    const item: ConfigRow = {
      kind: "item",
      path: at,
      depth: depth + 1,
      index,
      isLast: entries.length <= field.items[0],
    };
    return [item, ...rowsAt(config, at, field.item, depth + 1)];
  });
  return [{ kind: "list", path, field, depth, count: entries.length }, ...rows];
}

export function valueAt(value: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

export function listAt(value: unknown, path: ConfigPath): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** The same with another value at one place; undefined takes it out. */
export function withValue(value: unknown, path: ConfigPath, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  const below = withValue(valueAt(value, [key]), rest, next);
  if (Array.isArray(value)) {
    const copy = [...value];
    if (below === undefined) copy.splice(Number(key), 1);
    else copy[Number(key)] = below;
    return copy;
  }
  const copy: Record<string, unknown> = { ...(typeof value === "object" && value !== null ? value : {}) };
  if (below === undefined) delete copy[String(key)];
  else copy[String(key)] = below;
  return copy;
}

/** A new entry of a list: as the schema begins, on the next channel that is free. */
export function newEntry(config: unknown, path: ConfigPath, field: ListField): unknown {
  const { initial } = field.item;
  if (path[0] === "lin") return { ...Object(initial), channel: freeChannel(config, "lin", FIRST_CHANNEL.lin) };
  if (path[0] === "digital_inputs") {
    return { ...Object(initial), channel: freeChannel(config, "digital_inputs", FIRST_CHANNEL.digital) };
  }
  if (path[0] === "quotas") return { ...Object(initial), source: freeSource(config) };
  if (path.at(-1) === "filters" && path[0] !== "can") return { ...Object(initial), to_id: 0x7ff };
  return structuredClone(initial);
}

function freeChannel(config: unknown, list: string, first: number): number {
  const used = listAt(config, [list]).map((entry) => valueAt(entry, ["channel"]));
  let channel = first;
  while (used.includes(channel)) channel += 1;
  return channel;
}

function freeSource(config: unknown): number | "gps" {
  const used = listAt(config, ["quotas"]).map((entry) => valueAt(entry, ["source"]));
  return channelsOf(config).find((channel) => !used.includes(channel)) ?? "gps";
}

/** Every channel that this configuration has. */
export function channelsOf(config: unknown): number[] {
  const lists = ["can", "lin", "digital_inputs"].flatMap((name) => listAt(config, [name]));
  return lists.map((entry) => Number(valueAt(entry, ["channel"]))).filter((channel) => Number.isInteger(channel));
}

/** Where a terminal that was never heard of begins. */
export function firstConfig(channels: readonly boolean[]): unknown {
  const initial = configForm().initial;
  const entry = fieldAt(["can", 0])?.initial;
  const can = channels.map((enabled, channel) => ({ ...Object(entry), channel, enabled }));
  return { ...Object(initial), can };
}
