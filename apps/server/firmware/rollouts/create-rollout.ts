import { rolloutErrors } from "@canopy/contract/firmware/rollout-errors";
import type { newRollout, RolloutWindow, ScopeKind } from "@canopy/contract/firmware/rollouts";
import { areWhole } from "@canopy/contract/firmware/waves";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findImage, type StoredImage } from "../images/image-store.ts";
import { appendHistory } from "./history-store.ts";
import { minuteOfDay } from "./maintenance-window.ts";
import { insertRollout } from "./rollout-store.ts";
import { candidatesOf, namesOf, type Scope } from "./scope-store.ts";

type Asked = z.output<typeof newRollout>;
export type AskedScope = Pick<Asked, "scope" | "group_id" | "type_id" | "device_ids" | "gateway_id">;
type AskedTime = Pick<Asked, "when" | "start_at" | "window">;

/** Names shown for a list of devices. */
const MOST_NAMES = 3;

export interface CheckedScope {
  readonly scope: Scope;
  readonly name: string;
}

/** Every id that is given must be the tenant's, also one that the scope does not use. */
export async function checkScope(db: Db, tenantId: string, asked: AskedScope): Promise<CheckedScope> {
  const given = idsOf(asked);
  for (const kind of ["group", "type", "device", "gateway"] as const) {
    // Whether it is a gateway is asked below: that it is there comes first.
    const known = await namesOf(db, tenantId, { kind: kind === "gateway" ? "device" : kind, ids: given[kind] });
    if (known.length < given[kind].length) throw new ApiError(platformErrors.notFound);
  }
  const ids = given[asked.scope];
  if (ids.length === 0) throw new ApiError(rolloutErrors.scopeEmpty, { field: "scope" });
  const scope = { kind: asked.scope, ids };
  const names = await namesOf(db, tenantId, scope);
  if (names.length === 0) throw new ApiError(rolloutErrors.notOfKind, { field: "gateway_id" });
  const more = names.length > MOST_NAMES ? ` … (${names.length})` : "";
  return { scope, name: `${names.slice(0, MOST_NAMES).join(", ")}${more}` };
}

export async function mustFindImage(db: Db, tenantId: string, id: string): Promise<StoredImage> {
  const image = await findImage(db, tenantId, id);
  if (!image) throw new ApiError(platformErrors.notFound);
  return image;
}

function idsOf({ group_id, type_id, device_ids, gateway_id }: AskedScope): Record<ScopeKind, string[]> {
  const one = (id: string | undefined) => (id === undefined ? [] : [id]);
  const group = one(group_id);
  const device = [...new Set(device_ids)];
  return { group, gateway_group: group, type: one(type_id), device, gateway: one(gateway_id) };
}

/** DEV-08: written down; a worker begins it when it is due. */
export async function createRollout(db: Db, caller: Caller, asked: Asked, nowMs: number): Promise<string> {
  const { tenantId, userId, userName } = caller;
  const image = await mustFindImage(db, tenantId, asked.image_id);
  const { scope, name } = await checkScope(db, tenantId, asked);
  const { startMs, window } = checkTime(asked, nowMs);
  checkWaves(asked.waves);
  if (image.state !== "ready") throw new ApiError(rolloutErrors.imageNotReady, { field: "image_id" });
  const found = await candidatesOf(db, tenantId, scope, image);
  if (asked.when === "now" && found.every(({ reason }) => reason !== null))
    throw new ApiError(rolloutErrors.nothingToUpgrade, { field: "scope" });
  const row = { tenantId, imageId: image.id, version: image.version, scope, scopeName: name, userId, userName };
  return db.transaction().execute(async (trx) => {
    const id = await insertRollout(trx, { ...row, startMs, window, waves: asked.waves });
    await appendHistory(trx, { tenantId, rolloutId: id, kind: "created", userName });
    return id;
  });
}

export function checkWaves(waves: Asked["waves"]): void {
  if (!areWhole(waves)) throw new ApiError(rolloutErrors.wavesInvalid, { field: "waves" });
}

export function checkTime(
  { when, start_at: startMs = null, window = null }: AskedTime,
  nowMs: number,
): { startMs: number | null; window: RolloutWindow | null } {
  if (when === "now") return { startMs: null, window: null };
  if (when === "at") {
    if (startMs === null) throw new ApiError(rolloutErrors.timeEmpty, { field: "start_at" });
    if (startMs < nowMs) throw new ApiError(rolloutErrors.timePast, { field: "start_at" });
    return { startMs, window: null };
  }
  if (window === null) throw new ApiError(rolloutErrors.timeEmpty, { field: "window" });
  const isKnown = minuteOfDay(window.time_zone, nowMs) !== undefined;
  if (!isKnown || window.from === window.to) throw new ApiError(rolloutErrors.windowInvalid, { field: "window" });
  return { startMs, window };
}
