import { deviceErrors, labelErrors } from "@canopy/contract/devices/errors";
import type { ImportedRow } from "@canopy/contract/devices/import-things";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceServices } from "../device-services.ts";
import { type DeviceLimits, deviceLimits, refuseBeyond } from "../fleet/create-device.ts";
import { countSets, LABELS } from "../fleet/named-set-store.ts";
import { countThings, lockTenantThings } from "../fleet/thing-store.ts";
import { checkLicence } from "../licences/check-licence.ts";
import { newLicenceKey } from "../licences/licence-key.ts";
import { readLicenceConfig } from "../licences/licence-store.ts";
import { findTypeByName } from "../types/info-model-store.ts";
import { readRows, type WantedRow, wantedOf } from "./import-rows.ts";
import { type ImportedThing, insertThings, labelsNamed, labelThings, registeredOf } from "./import-store.ts";

interface Row {
  readonly line: number;
  readonly deviceId: string;
  /** The device to add, or the reason for refusal. */
  readonly wanted: WantedRow | ApiError;
}

/** A row that passed every check, with the key it will have. */
interface Judged extends ImportedThing {
  readonly key: string;
}

/**
 * DEV-02: every row stands for itself; a wrong one is reported and the others are added. The file is one transaction:
 * it is there with its whole report, or not at all, and a refused row leaves nothing behind, not even a label. Rows are
 * judged in memory, in their order, and stored together: a call to the database for each would take seconds.
 */
export async function importDevices(
  services: DeviceServices,
  caller: Caller,
  csv: string,
  language: Language,
): Promise<ImportedRow[]> {
  const rows = readRows(csv).map(({ line, fields }): Row => {
    const deviceId = fields.third_things_id ?? "";
    return { line, deviceId, wanted: asRefusal(() => wantedOf(fields)) };
  });
  return services.db.transaction().execute(async (db) => {
    await lockTenantThings(db, caller.tenantId);
    const judge = await newJudge({ ...services, db }, caller, rows);
    const judged: (Judged | ApiError)[] = [];
    for (const row of rows) judged.push(await judge(row));
    const good = judged.filter((one): one is Judged => !(one instanceof ApiError));
    const ids = good.length > 0 ? await insertThings(db, caller, good) : new Map<string, string>();
    const pairs = good.flatMap(({ thing, labels }) => {
      const thingsId = ids.get(thing.third_things_id);
      return thingsId === undefined ? [] : labels.map((label) => ({ thingsId, label }));
    });
    await labelThings(db, caller.tenantId, pairs);
    return rows.map(({ line, deviceId }, i) => reportOf(line, deviceId, judged[i], ids, language));
  });
}

function reportOf(
  line: number,
  third_things_id: string,
  judged: Judged | ApiError | undefined,
  ids: ReadonlyMap<string, string>,
  language: Language,
): ImportedRow {
  const id = ids.get(third_things_id);
  if (judged !== undefined && !(judged instanceof ApiError) && id !== undefined) {
    return { line, third_things_id, ok: true, id, licence_key: judged.key };
  }
  // It passed every check and is missing: another call registered it just now.
  const error = judged instanceof ApiError ? judged : idBound();
  const { code, message, field } = error.body(language);
  return { line, third_things_id, ok: false, code, message, ...(field && { field }) };
}

const idBound = () => new ApiError(deviceErrors.idBound, { field: "third_things_id" });

function asRefusal<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Shared by the rows of one file and read once. The lock on the tenant's devices keeps the counts valid. */
async function newJudge(
  { db, limitOf }: Pick<DeviceServices, "db" | "limitOf">,
  { tenantId }: Caller,
  rows: readonly Row[],
): Promise<(row: Row) => Promise<Judged | ApiError>> {
  const wanted = rows.flatMap((row) => (row.wanted instanceof ApiError ? [] : [row.wanted]));
  const taken = await registeredOf(
    db,
    wanted.map(({ thing }) => thing.third_things_id),
  );
  const found = await labelsNamed(db, tenantId, [...new Set(wanted.flatMap(({ labels }) => labels))]);
  const known = new Set([...found.keys()].map((name) => name.toLowerCase()));
  const labelLimit = await limitOf(tenantId, "label_num");
  const counted = { ...(await countThings(db, tenantId)), labels: await countSets(db, LABELS, tenantId) };
  const { required } = await readLicenceConfig(db);
  const types = new Map<string, { id: string; limits: DeviceLimits }>();

  const judge = async ({ thing, typeName, labels }: WantedRow): Promise<Judged> => {
    const type = types.get(typeName.toLowerCase()) ?? (await typeNamed({ db, limitOf }, tenantId, typeName));
    types.set(typeName.toLowerCase(), type);
    const content = { ...thing, info_model_id: type.id || null };
    if (required) await checkLicence(db, content);
    refuseBeyond(counted, type.limits);
    if (taken.has(thing.third_things_id)) throw idBound();
    const added = new Set(labels.map((name) => name.toLowerCase()).filter((name) => !known.has(name)));
    if (labelLimit !== null && added.size > 0 && counted.labels + added.size > labelLimit) {
      throw new ApiError(labelErrors.labelLimit, { values: { limit: labelLimit } });
    }
    for (const name of added) known.add(name);
    counted.labels += added.size;
    counted.all += 1;
    if (type.limits.can !== null) counted.can += 1;
    taken.add(thing.third_things_id);
    const { key, hash } = newLicenceKey();
    return { thing: content, keyHash: hash, labels, key };
  };
  return async (row) => {
    if (row.wanted instanceof ApiError) return row.wanted;
    return judge(row.wanted).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
  };
}

async function typeNamed(services: { db: Db; limitOf: DeviceServices["limitOf"] }, tenantId: string, name: string) {
  const found = name === "" ? null : await findTypeByName(services.db, tenantId, name);
  if (found === undefined) throw new ApiError(platformErrors.notFound, { field: "info_model_name" });
  const id = found?.id ?? "";
  return { id, limits: await deviceLimits(services, tenantId, id || null) };
}
