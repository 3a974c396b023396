import type { PushPreview, previewPush } from "@canopy/contract/push/rules";
import { nameOfSignal, type PushSource } from "@canopy/contract/push/source";
import { templateFields } from "@canopy/contract/push/template";
import { sql } from "kysely";
import type { z } from "zod";
import type { FrameReader } from "../frames/store/frame-store.ts";
import type { PointStore, StoredPosition } from "../frames/store/points/points.ts";
import { DAY_US, MINUTE_US } from "../frames/store/time-window.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { happeningData, isWanted } from "./carry-happenings.ts";
import { positionData } from "./follow-device.ts";
import type { ForwardedDevice } from "./follow-store.ts";
import { happeningsIn } from "./happening-store.ts";
import { deliveryOf, type NewDelivery, type PushedData } from "./payload.ts";
import { FORWARDS } from "./push-rule-store.ts";
import { readSignalSamples, signalGroups } from "./read-signal-data.ts";

export interface PreviewServices {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "samples" | "extent">;
  readonly points: Pick<PointStore, "newestPosition">;
  now(): number;
}

export type PushDraft = z.output<typeof previewPush.body>;

/** Looked at until one has data. */
const DEVICES = 5;
const LOOK_BACK_US = 5 * MINUTE_US;
const LOOK_BACK_DAYS = 31;
const NO_ID = "00000000-0000-0000-0000-000000000000";

export interface Rendered {
  readonly delivery: NewDelivery;
  readonly preview: PushPreview;
}

/** The newest data of the devices as the rule would send it; made up where there is none. */
export async function renderPush(
  services: PreviewServices,
  tenantId: string,
  draft: PushDraft,
  ruleId = NO_ID,
): Promise<Rendered> {
  const devices = await draftDevices(services.db, tenantId, draft);
  const rule = { id: ruleId, name: draft.name, template: draft.template };
  const shown = (device: ForwardedDevice, data: PushedData, is_real: boolean): Rendered => {
    const delivery = deliveryOf(rule, device, data);
    const { body } = delivery;
    return { delivery, preview: { body, is_real, device_name: device.name, fields: templateFields(draft.source) } };
  };
  for (const device of devices) {
    const data = await newestData(services, tenantId, device, draft.source);
    if (data) return shown(device, data, true);
  }
  const first = devices[0] ?? { thingsId: NO_ID, deviceId: "0".repeat(20), name: "", binding: -1 };
  return shown(first, madeUp(draft.source, services.now()), false);
}

/** Those that are online first. */
async function draftDevices(db: Db, tenantId: string, { scope }: PushDraft): Promise<ForwardedDevice[]> {
  const ids = scope.kind === "devices" ? scope.ids : [];
  const id = scope.kind === "label" || scope.kind === "type" ? scope.id : null;
  const found = await sql<ForwardedDevice>`select t.id as "thingsId", t.third_things_id as "deviceId", t.name, t.binding
    from things t, (select ${scope.kind}::text as scope, ${ids}::uuid[] as things_ids,
      case when ${scope.kind} = 'label' then ${id}::uuid end as label_id,
      case when ${scope.kind} = 'type' then ${id}::uuid end as info_model_id) r
    where t.tenant_id = ${tenantId} and ${FORWARDS} order by t.online desc, t.name, t.id limit ${DEVICES}`.execute(db);
  return found.rows;
}

async function newestData(
  services: PreviewServices,
  tenantId: string,
  device: ForwardedDevice,
  source: PushSource,
): Promise<PushedData | undefined> {
  const { db, points, now } = services;
  if (source.kind === "signals") return newestSignals(services, tenantId, device.binding, source);
  if (source.kind === "positions") {
    const position = await points.newestPosition(device.binding);
    return position ? positionData("preview", position) : undefined;
  }
  const toUs = now() * 1000;
  const range = { tenantId, thingsId: device.thingsId, fromUs: toUs - LOOK_BACK_DAYS * DAY_US, toUs };
  const newest = (await happeningsIn(db, source.kind, range)).findLast((one) => isWanted(source, one));
  return newest && happeningData(newest);
}

async function newestSignals(
  { db, frames }: PreviewServices,
  tenantId: string,
  bindingNumber: number,
  source: Extract<PushSource, { kind: "signals" }>,
): Promise<PushedData | undefined> {
  const { times } = await frames.extent(bindingNumber);
  if (times === undefined) return undefined;
  const window = { bindingNumber, fromUs: times.lastUs - LOOK_BACK_US, toUs: times.lastUs + 1 };
  const samples = await readSignalSamples(frames, await signalGroups(db, tenantId, source), window);
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  const values: Record<string, number> = Object.assign({}, ...samples.map((sample) => sample.values));
  const signals = Object.fromEntries(source.signals.map(nameOfSignal).map((name) => [name, values[name] ?? null]));
  return { key: "preview", type: "signals", atUs: last.timeUs, content: { signals } };
}

const SOMEWHERE: Omit<StoredPosition, "time"> = {
  latitude: 31.2304,
  longitude: 121.4737,
  altitude_m: 12,
  speed_kmh: 48,
  course: 90,
  satellites: 9,
  hdop: 0.9,
};

/** Marked as such in the answer. */
function madeUp(source: PushSource, nowMs: number): PushedData {
  const at = { key: "preview", atUs: nowMs * 1000 };
  if (source.kind === "signals") {
    const signals = Object.fromEntries(source.signals.map((signal) => [nameOfSignal(signal), 0]));
    return { ...at, type: "signals", content: { signals } };
  }
  if (source.kind === "positions") return positionData("preview", { time: nowMs, ...SOMEWHERE });
  if (source.kind === "files") {
    const file = { id: NO_ID, name: "drive.blf", size: 1_048_576, sha256: null, source: "device", location: 0 };
    return { ...at, type: "file.stored", content: { file } };
  }
  const [kind = "alarm.fired"] = source.kinds;
  if (kind.startsWith("device."))
    return { ...at, type: kind, content: { event: { online: kind === "device.online" } } };
  const alarm = {
    id: NO_ID,
    rule: "Cell too hot",
    level: "urgent",
    description: "",
    channel: 0,
    value: 58.3,
    peak: 58.3,
  };
  return { ...at, type: kind, content: { event: { ...alarm, started: nowMs, ended: null } } };
}
