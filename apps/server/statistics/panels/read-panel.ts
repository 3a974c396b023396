import type { Language } from "@canopy/contract/platform/language";
import { devicesIn, type Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData, PanelDevice, SignalData } from "@canopy/contract/statistics/panels";
import { sql } from "kysely";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { PointStore } from "../../frames/store/points/points.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type ResolvedItem, resolveSignals } from "../../signals/bindings/resolve-signals.ts";
import { readCurvesOf } from "../../signals/curves/read-curves.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";

export interface PanelReader {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "curves" | "page">;
  readonly points: Pick<PointStore, "newestPlaces">;
  now(): number;
}

/** How far a value looks back. */
const VALUE_MINUTES = 10;
const CURVE_PIXELS = 300;
const MINUTE_US = 60_000_000;
/** The clock of a terminal may be ahead of ours. */
const AHEAD_US = 60_000_000;

export interface PanelAsked {
  readonly tenantId: string;
  readonly widgets: readonly Widget[];
  /** Of the devices that the widgets name: those whose data may be read. */
  readonly readable: ReadonlySet<string>;
  readonly hidesPlaces: boolean;
  readonly language: Language;
}

/** What the widgets show now; nothing of a device that none of them names. */
export async function readPanel(reader: PanelReader, asked: PanelAsked, signal: AbortSignal): Promise<PanelData> {
  const { now } = reader;
  const devices = await devicesOf(reader.db, asked);
  const signals: Record<string, SignalData[]> = {};
  for (const widget of asked.widgets) {
    if (widget.signals.length === 0) continue;
    const device = devices.find(({ things_id }) => things_id === widget.device_ids[0]);
    if (device) signals[widget.id] = await readWidget(reader, asked, widget, device.binding, signal);
  }
  return { now: now(), devices: await withPlaces(reader, asked, devices), signals };
}

type Found = Omit<PanelDevice, "place"> & { readonly binding: number };

async function devicesOf(db: Db, { tenantId, widgets, readable }: PanelAsked): Promise<Found[]> {
  const ids = devicesIn(widgets).filter((id) => readable.has(id));
  if (ids.length === 0) return [];
  const found = await sql<Found>`select id as things_id, name, online, binding from things
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by lower(name), id`.execute(db);
  return found.rows;
}

/** Positions are read for the devices of maps alone. */
async function withPlaces(
  { points }: PanelReader,
  { widgets, hidesPlaces }: PanelAsked,
  devices: readonly Found[],
): Promise<PanelDevice[]> {
  const mapped = new Set(hidesPlaces ? [] : devicesIn(widgets.filter(({ kind }) => kind === "map")));
  const bindings = devices.filter(({ things_id }) => mapped.has(things_id)).map(({ binding }) => binding);
  const newest = bindings.length === 0 ? new Map() : await points.newestPlaces(bindings);
  return devices.map(({ binding, ...device }) => {
    const at = mapped.has(device.things_id) ? newest.get(binding) : undefined;
    if (!at) return { ...device, place: null };
    const { time, latitude, longitude, speed_kmh, course } = at;
    return { ...device, place: { time, latitude, longitude, speed_kmh, course } };
  });
}

async function readWidget(
  { db, frames, now }: PanelReader,
  { tenantId, language }: PanelAsked,
  { kind, signals: items, minutes }: Widget,
  bindingNumber: number,
  signal: AbortSignal,
): Promise<SignalData[]> {
  const isCurve = kind === "curve";
  const nowUs = now() * 1000;
  const fromUs = nowUs - (isCurve ? minutes : VALUE_MINUTES) * MINUTE_US;
  const asked = { tenantId, bindingNumber, fromUs, toUs: nowUs + AHEAD_US, items, keptOnly: false };
  const dbcOf = (dbcId: string, revision?: number) => parsedDbc(db, tenantId, dbcId, revision);
  const resolved = await resolveSignals(dbcOf, items);
  const { items: drawn } = await readCurvesOf({ db, frames }, { ...asked, pixels: isCurve ? CURVE_PIXELS : 1 }, signal);
  return drawn.map((item, place): SignalData => {
    if ("error" in item) return { state: "failed", code: item.error.code, message: item.error.text[language] };
    if ("unkept" in item) return { ...describe(resolved[place], null), time: null, times: [], values: [] };
    const times = [...item.times].map((offsetUs) => Math.round((fromUs + offsetUs) / 1000));
    const values = [...item.values];
    const newest = { ...describe(resolved[place], values.at(-1) ?? null), time: times.at(-1) ?? null };
    return isCurve ? { ...newest, times, values } : { ...newest, times: [], values: [] };
  });
}

function describe(item: ResolvedItem | undefined, value: number | null) {
  const signal = item && "signal" in item ? item.signal : undefined;
  const raw = signal && value !== null ? (value - signal.offset) / signal.factor : undefined;
  const named = raw === undefined ? undefined : signal?.values.find((one) => Math.abs(Number(one.raw) - raw) < 1e-6);
  return { state: "read", unit: signal?.unit ?? "", value, text: named?.text ?? null } as const;
}
