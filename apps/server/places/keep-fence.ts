import { checkFence } from "@canopy/can/gps/fence";
import { fenceErrors, fenceListErrors } from "@canopy/contract/places/errors";
import { type FenceShape, fenceOf, problemValues } from "@canopy/contract/places/fence-shape";
import { type FenceContent, type FenceRow, MAX_FENCE_NAME, MAX_FENCES } from "@canopy/contract/places/fences";
import { nameList } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  changeFence,
  countFences,
  findFence,
  insertFence,
  lockFenceNames,
  lockFences,
  namesLike,
  removeFence,
  type StoredFence,
} from "./fence-store.ts";

/** Trigger rules with a condition on a fence. */
export type FenceRules = (
  db: Db,
  tenantId: string,
  fenceIds: readonly string[],
) => Promise<ReadonlyMap<string, FenceRow["rules"]>>;

export interface FenceChange {
  readonly fenceId: string;
  readonly name: string;
  readonly hasNewBorder: boolean;
}

export interface FenceServices {
  readonly db: Db;
  readonly rulesOf: FenceRules;
  /** In the transaction of the change; with another border rules judge the fence anew. */
  fenceChanged(db: Db, tenantId: string, change: FenceChange): Promise<void>;
  /** Called after the change is in the database. */
  rulesChanged(tenantId: string): void;
}

export async function withRules(
  { db, rulesOf }: Pick<FenceServices, "db" | "rulesOf">,
  tenantId: string,
  fences: readonly StoredFence[],
): Promise<FenceRow[]> {
  const ids = fences.map(({ fence_id }) => fence_id);
  const rules = await rulesOf(db, tenantId, ids);
  return fences.map((fence) => ({ ...fence, rules: rules.get(fence.fence_id) ?? [] }));
}

export async function readFence(services: FenceServices, tenantId: string, id: string): Promise<FenceRow> {
  const fence = await findFence(services.db, tenantId, id);
  const [row] = fence ? await withRules(services, tenantId, [fence]) : [];
  if (!row) throw new ApiError(platformErrors.notFound);
  return row;
}

/** GPS-02 */
export async function makeFence(services: FenceServices, caller: Caller, content: FenceContent): Promise<FenceRow> {
  mustBeFence(content.shape);
  return services.db.transaction().execute(async (db) => {
    await lockFenceNames(db, caller.tenantId);
    return add({ ...services, db }, caller, content);
  });
}

async function add(services: FenceServices, caller: Caller, content: FenceContent): Promise<FenceRow> {
  const { db } = services;
  if ((await countFences(db, caller.tenantId)) >= MAX_FENCES)
    throw new ApiError(fenceListErrors.fenceLimit, { values: { limit: MAX_FENCES } });
  const id = await insertFence(db, caller, content);
  if (id === undefined) throw nameTaken(content.name);
  return readFence(services, caller.tenantId, id);
}

export async function updateFenceContent(
  services: FenceServices,
  { tenantId }: Caller,
  id: string,
  content: FenceContent,
): Promise<FenceRow> {
  mustBeFence(content.shape);
  const changed = await services.db.transaction().execute(async (db) => {
    await lockFenceNames(db, tenantId);
    const before = await findFence(db, tenantId, id);
    if (!before) throw new ApiError(platformErrors.notFound);
    if (!(await changeFence(db, tenantId, id, content))) throw nameTaken(content.name);
    const after = await findFence(db, tenantId, id);
    // As stored: the database has its own order of fields.
    const hasNewBorder = JSON.stringify(after?.shape) !== JSON.stringify(before.shape);
    await services.fenceChanged(db, tenantId, { fenceId: id, name: content.name, hasNewBorder });
    return readFence({ ...services, db }, tenantId, id);
  });
  services.rulesChanged(tenantId);
  return changed;
}

export function copyFence(services: FenceServices, caller: Caller, id: string): Promise<FenceRow> {
  return services.db.transaction().execute(async (db) => {
    await lockFenceNames(db, caller.tenantId);
    const fence = await findFence(db, caller.tenantId, id);
    if (!fence) throw new ApiError(platformErrors.notFound);
    const start = fence.name.replace(/ \d+$/, "").slice(0, MAX_FENCE_NAME - 6);
    const name = nextName(start, await namesLike(db, caller.tenantId, start));
    return add({ ...services, db }, caller, { ...fence, name });
  });
}

/** "North yard 2". */
function nextName(start: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const name = `${start} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** A fence in a rule stays. */
export function dropFence(services: FenceServices, caller: Caller, id: string, language: Language): Promise<void> {
  const { tenantId } = caller;
  return services.db.transaction().execute(async (db) => {
    if ((await lockFences(db, tenantId, [id])).size === 0) throw new ApiError(platformErrors.notFound);
    const rules = (await services.rulesOf(db, tenantId, [id])).get(id) ?? [];
    if (rules.length > 0) {
      const names = nameList(
        rules.map(({ name }) => name),
        language,
      );
      throw new ApiError(fenceListErrors.fenceInUse, { values: { rules: names }, details: rules });
    }
    await removeFence(db, tenantId, id);
  });
}

export function mustBeFence(shape: FenceShape): void {
  const checked = checkFence(fenceOf(shape));
  if (checked.ok) return;
  const { problem } = checked;
  throw new ApiError(fenceErrors[problem.code], { field: "shape", values: problemValues(problem) });
}

const nameTaken = (name: string) => new ApiError(fenceListErrors.fenceNameTaken, { field: "name", values: { name } });
