import { outputErrors } from "@canopy/contract/outputs/errors";
import { MAX_OUTPUTS, type OutputContent } from "@canopy/contract/outputs/output-content";
import type { Output } from "@canopy/contract/outputs/outputs";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { PushScope } from "@canopy/contract/push/source";
import { hasGroup } from "../devices/types/has-group.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type DeviceLevels, requireLevel } from "../platform/http/check-devices.ts";
import { isPrivateHost } from "../platform/outside/public-address.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { nextTurnMs } from "./clock/output-clock.ts";
import * as store from "./output-store.ts";

export interface KeepServices {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
  readonly privateTargets: boolean;
  readonly deviceLevels: DeviceLevels;
  now(): number;
}

export function makeOutput(services: KeepServices, caller: Caller, content: OutputContent): Promise<Output> {
  return changing(services, caller, async (db) => {
    await check(services, db, caller, content);
    if (content.bucket !== null && content.bucket.secret === undefined) throw secretMissing();
    if ((await store.countOutputs(db, caller.tenantId)) >= MAX_OUTPUTS)
      throw new ApiError(outputErrors.tooManyOutputs, { values: { limit: MAX_OUTPUTS } });
    const id = await store.insertOutput(db, caller, wantedOf(services, content));
    if (id === undefined) throw nameTaken(content.name);
    return must(await store.findOutput(db, caller, id));
  });
}

export function updateOutput(
  services: KeepServices,
  caller: Caller,
  id: string,
  content: OutputContent,
): Promise<Output> {
  return changing(services, caller, async (db) => {
    const before = must(await store.findOutput(db, caller, id));
    await check(services, db, caller, content);
    // A secret is kept for the server that it was given for.
    const isSame = before.bucket !== null && before.bucket.endpoint === content.bucket?.endpoint;
    if (content.bucket !== null && content.bucket.secret === undefined && !isSame) throw secretMissing();
    if (!(await store.changeOutput(db, caller, id, wantedOf(services, content)))) throw nameTaken(content.name);
    return must(await store.findOutput(db, caller, id));
  });
}

/** A paused one leaves out what its turns would have covered. */
export function setOutputEnabled(
  services: KeepServices,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<Output> {
  return changing(services, caller, async (db) => {
    const { clock, stopped, ...before } = must(await store.findOutput(db, caller, id));
    if (enabled && stopped !== null) throw new ApiError(outputErrors.ownerGone);
    if (enabled !== before.enabled)
      await store.planOutput(db, caller.tenantId, id, enabled ? nextTurnMs(clock, services.now()) : null);
    return must(await store.findOutput(db, caller, id));
  });
}

export function dropOutput(services: KeepServices, caller: Caller, id: string): Promise<void> {
  return changing(services, caller, async (db) => {
    must(await store.findOutput(db, caller, id));
    await store.removeOutput(db, caller.tenantId, id);
  });
}

function changing<T>({ db }: KeepServices, caller: Caller, change: (db: Db) => Promise<T>): Promise<T> {
  // It runs later by all rights of its owner, which such a token does not have.
  if (caller.devices !== null) throw new ApiError(platformErrors.forbidden);
  return db.transaction().execute(async (transaction) => {
    await store.lockOutputs(transaction, caller.tenantId);
    return change(transaction);
  });
}

async function check(services: KeepServices, db: Db, caller: Caller, { scope, bucket }: OutputContent): Promise<void> {
  await checkScope(services, db, caller, scope);
  const { hostname = "" } = bucket?.endpoint ? new URL(bucket.endpoint) : {};
  if (hostname !== "" && isPrivateHost(hostname) && !services.privateTargets)
    throw new ApiError(outputErrors.privateUrl, { field: "bucket", values: { host: hostname } });
}

async function checkScope({ deviceLevels }: KeepServices, db: Db, caller: Caller, scope: PushScope): Promise<void> {
  if (scope.kind === "devices") await requireLevel(caller, idsOf(scope.ids), "write", deviceLevels);
  else if (scope.kind !== "all" && !(await hasGroup(db, caller.tenantId, scope.kind, scope.id)))
    throw new ApiError(platformErrors.notFound, { field: "scope" });
}

const idsOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

function wantedOf({ secret, now }: KeepServices, wanted: OutputContent): store.WantedOutput {
  const { name, enabled, bucket, ...content } = wanted;
  const { scope } = content;
  const given = bucket?.secret;
  return {
    name,
    content: {
      ...content,
      scope: scope.kind === "devices" ? { ...scope, ids: idsOf(scope.ids) } : scope,
      bucket: bucket && { ...bucket, secret: undefined },
    },
    sealed: given === undefined ? null : store.sealBucket(secret, given),
    nextMs: enabled ? nextTurnMs(content.clock, now()) : null,
  };
}

const secretMissing = () => new ApiError(outputErrors.secretMissing, { field: "bucket" });

const nameTaken = (name: string) => new ApiError(outputErrors.nameTaken, { field: "name", values: { name } });

export const must = <T>(found: T | undefined): T => {
  if (found === undefined) throw new ApiError(platformErrors.notFound);
  return found;
};
