import type { ImportedRow } from "@canopy/contract/devices/import-things";
import type { NewThing } from "@canopy/contract/devices/thing";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { sql } from "kysely";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { checkLicence } from "./check-licence.ts";
import { type DeviceLimits, deviceLimits, refuseBeyond, register } from "./create-device.ts";
import type { DeviceServices } from "./device-services.ts";
import { type Fields, readRows, wantedOf } from "./import-rows.ts";
import { findTypeByName } from "./info-model-store.ts";
import { findLabelByName } from "./label-store.ts";
import { labelWithin } from "./labels-and-groups.ts";
import { countThings, lockTenantThings } from "./thing-store.ts";

/**
 * DEV-02: every row stands for itself; a wrong one is reported and the others are added. The file is one transaction:
 * it is there with its whole report, or not at all, and a refused row leaves nothing behind, not even a label.
 */
export async function importDevices(
  services: DeviceServices,
  caller: Caller,
  csv: string,
  language: Language,
): Promise<ImportedRow[]> {
  const rows = readRows(csv);
  const labelLimit = await services.limitOf(caller.tenantId, "label_num");
  return services.db.transaction().execute(async (db) => {
    await lockTenantThings(db, caller.tenantId);
    const world = importWorld({ ...services, db }, caller, labelLimit, await countThings(db, caller.tenantId));
    const report: ImportedRow[] = [];
    for (const { line, fields } of rows) {
      const third_things_id = fields.third_things_id ?? "";
      try {
        const { thingsId, key } = await world.add(fields);
        report.push({ line, third_things_id, ok: true, id: thingsId, licence_key: key });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { code, message, field } = error.body(language);
        report.push({ line, third_things_id, ok: false, code, message, ...(field && { field }) });
      }
    }
    return report;
  });
}

/** What the rows of one file share, asked for once. The lock on the tenant's devices keeps the counts true. */
function importWorld(
  { db, limitOf }: Pick<DeviceServices, "db" | "limitOf">,
  caller: Caller,
  labelLimit: number | null,
  counted: { all: number; can: number },
) {
  const { tenantId } = caller;
  const types = new Map<string, { id: string; limits: DeviceLimits }>();
  const labels = new Map<string, string>();

  const typeOf = async (name: string) => {
    const known = types.get(name.toLowerCase());
    if (known) return known;
    const found = name === "" ? null : await findTypeByName(db, tenantId, name);
    if (found === undefined) throw new ApiError(platformErrors.notFound, { field: "info_model_name" });
    const id = found?.id ?? "";
    const type = { id, limits: await deviceLimits({ db, limitOf }, tenantId, id || null) };
    types.set(name.toLowerCase(), type);
    return type;
  };
  const labelIdOf = async (name: string) => {
    const known = labels.get(name.toLowerCase()) ?? (await findLabelByName(db, tenantId, name))?.id;
    const id = known ?? (await labelWithin(db, tenantId, name, labelLimit)).id;
    labels.set(name.toLowerCase(), id);
    return id;
  };

  return {
    async add(fields: Fields): Promise<{ thingsId: string; key: string }> {
      const { thing, typeName, labels: names } = wantedOf(fields);
      const { id, limits } = await typeOf(typeName);
      const wanted: NewThing = { ...thing, info_model_id: id || null };
      await checkLicence(db, wanted);
      refuseBeyond(counted, limits);
      const before = new Map(labels);
      return savepoint(db, async () => {
        const made = await register(db, caller, { ...wanted, label_ids: await inTurn(names, labelIdOf) });
        counted.all += 1;
        if (limits.can !== null) counted.can += 1;
        return made;
      }).catch((error: unknown) => {
        // A label that was made for this row is gone with it.
        labels.clear();
        for (const [name, label] of before) labels.set(name, label);
        throw error;
      });
    },
  };
}

/** What fails inside leaves nothing behind, and the transaction goes on. */
async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint import_row`.execute(db);
  try {
    const done = await work();
    await sql`release savepoint import_row`.execute(db);
    return done;
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(db);
    throw error;
  }
}

/** One after the other: two rows of one file may make the same label. */
async function inTurn<A, B>(values: readonly A[], work: (value: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (const value of values) done.push(await work(value));
  return done;
}
