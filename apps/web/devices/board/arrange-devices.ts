import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { ListSort } from "../../ui/list/list-address.ts";
import type { DeviceState } from "./status-board.ts";

/** The filters of HomePage, by their names in the address. */
export const LIST_FILTERS = ["keyword", "type", "state", "label", "group", "firmware", "favourite", "by"] as const;
export type ListFilters = Readonly<Partial<Record<(typeof LIST_FILTERS)[number], string>>>;

/** Devices without a type, a label, a firmware version. */
export const NONE = "none";
/** Sort keys; `load0`, `rate0` are those of CAN1. */
export const PLAIN_SORTS = ["name", "type", "firmware", "sd", "seen"] as const;
export const CHANNELS_SHOWN = 4;
export const LIST_SORTS: readonly string[] = [
  ...PLAIN_SORTS,
  ...Array.from({ length: CHANNELS_SHOWN }, (_, n) => [`load${n}`, `rate${n}`]).flat(),
];

/** Headings and devices in one line, as the virtual list draws them. */
export type ListItem = { kind: "head"; key: string; title: string | null; count: number } | DeviceItem;
export interface DeviceItem {
  kind: "device";
  /** A device with two labels stands under both. */
  key: string;
  row: OverviewRow;
}

export interface Names {
  labels: ReadonlyMap<string, string>;
  groups: ReadonlyMap<string, string>;
}

interface Arranging {
  filters: ListFilters;
  sort: ListSort | null;
  names: Names;
  stateOf(id: string): DeviceState | undefined;
}

const collator = new Intl.Collator(["zh-CN", "en"], { numeric: true, sensitivity: "base" });

export function arrangeDevices(rows: readonly OverviewRow[], arranging: Arranging): ListItem[] {
  const found = rows.filter((row) => fits(row, arranging)).sort(orderOf(arranging));
  const { by } = arranging.filters;
  if (by !== "label" && by !== "type" && by !== "group") return found.map((row) => itemOf(row, ""));
  return grouped(found, (row) => headsOf(row, by, arranging.names));
}

/** Whether the order may change without an action of the user. */
export function dependsOnLive({ state }: ListFilters, sort: ListSort | null): boolean {
  return state !== undefined || (sort !== null && /^(load|rate|seen|sd)/.test(sort.key));
}

function fits(row: OverviewRow, { filters, names, stateOf }: Arranging): boolean {
  const { keyword, type, state, label, group, firmware, favourite } = filters;
  if (favourite !== undefined && !row.favourite) return false;
  if (type !== undefined && (row.info_model_id ?? NONE) !== type) return false;
  if (label !== undefined && !hasOrNone(row.label_ids, label)) return false;
  if (group !== undefined && !row.group_ids.includes(group)) return false;
  if (firmware !== undefined && (row.firmware_version ?? NONE) !== firmware) return false;
  if (state !== undefined && !isInState(row, stateOf(row.id), state)) return false;
  return keyword === undefined || matches(row, keyword.trim().toLowerCase(), names);
}

function hasOrNone(ids: readonly string[], wanted: string): boolean {
  return wanted === NONE ? ids.length === 0 : ids.includes(wanted);
}

function isInState(row: OverviewRow, live: DeviceState | undefined, wanted: string): boolean {
  const online = live?.online ?? row.online;
  if (wanted === "online") return online;
  if (wanted === "offline") return !online;
  return wanted !== "gateway" || row.class === "gateway";
}

/** Part of the name, of the ID or of a label. */
function matches(row: OverviewRow, word: string, { labels }: Names): boolean {
  if (row.name.toLowerCase().includes(word) || row.third_things_id.toLowerCase().includes(word)) return true;
  return row.label_ids.some((id) => labels.get(id)?.toLowerCase().includes(word));
}

/** Favourites first, whatever the order; equals by name, then by ID, so that rows never jump about. */
function orderOf({ sort, stateOf }: Arranging): (a: OverviewRow, b: OverviewRow) => number {
  const sortValueOf = sort ? sortValue(sort.key, stateOf) : undefined;
  const direction = sort?.descending ? -1 : 1;
  return (a, b) =>
    Number(b.favourite) - Number(a.favourite) ||
    (sortValueOf ? compare(sortValueOf(a), sortValueOf(b), direction) : 0) ||
    collator.compare(a.name, b.name) ||
    (a.third_things_id < b.third_things_id ? -1 : 1);
}

type SortValue = string | number | null;

/** Unknown values come last, in either direction. */
function compare(a: SortValue, b: SortValue, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === "string" ? collator.compare(a, String(b)) : a - Number(b);
  return direction * order;
}

function sortValue(key: string, stateOf: Arranging["stateOf"]): (row: OverviewRow) => SortValue {
  const channel = /^(load|rate)(\d)$/.exec(key);
  if (channel) {
    const n = Number(channel[2]);
    const field = channel[1] === "load" ? "load" : "framesPerSecond";
    return ({ id }) => {
      const state = stateOf(id);
      return state?.online ? (state.channels[n]?.[field] ?? null) : null;
    };
  }
  switch (key) {
    case "type":
      return (row) => row.info_model_name;
    case "firmware":
      return (row) => row.firmware_version;
    case "sd":
      return (row) => row.sd_used_percent;
    case "seen":
      return (row) => lastSeen(row, stateOf(row.id));
    default:
      return (row) => row.name;
  }
}

/** When the device was last heard of; online without frames yet: when it came. */
export function lastSeen(row: OverviewRow, live: DeviceState | undefined): number | null {
  if (live?.lastFrameMs) return live.lastFrameMs;
  return (live?.online ?? row.online) ? row.online_time : row.offline_time;
}

interface Head {
  key: string;
  title: string | null;
}

function headsOf(row: OverviewRow, by: "label" | "type" | "group", names: Names): Head[] {
  if (by === "type") return [{ key: row.info_model_id ?? NONE, title: row.info_model_name }];
  const [ids, known] = by === "label" ? [row.label_ids, names.labels] : [row.group_ids, names.groups];
  const heads = ids.flatMap((id) => (known.has(id) ? [{ key: id, title: known.get(id) ?? null }] : []));
  return heads.length > 0 ? heads : [{ key: NONE, title: null }];
}

/** Under each heading the order stays; headings by name, devices without one last. */
function grouped(rows: readonly OverviewRow[], headsOfRow: (row: OverviewRow) => Head[]): ListItem[] {
  const groups = new Map<string, { head: Head; rows: OverviewRow[] }>();
  for (const row of rows) {
    for (const head of headsOfRow(row)) {
      const group = groups.get(head.key) ?? { head, rows: [] };
      group.rows.push(row);
      groups.set(head.key, group);
    }
  }
  const ordered = [...groups.values()].sort(
    (a, b) =>
      Number(a.head.title === null) - Number(b.head.title === null) ||
      collator.compare(a.head.title ?? "", b.head.title ?? ""),
  );
  return ordered.flatMap(({ head, rows: own }): ListItem[] => [
    { kind: "head", key: `head ${head.key}`, title: head.title, count: own.length },
    ...own.map((row) => itemOf(row, head.key)),
  ]);
}

function itemOf(row: OverviewRow, under: string): DeviceItem {
  return { kind: "device", key: under === "" ? row.id : `${under} ${row.id}`, row };
}
