import { fieldErrors } from "@canopy/contract/accounts/errors";
import { subUserErrors } from "@canopy/contract/accounts/sub-user-errors";
import { FIRST_PASSWORD_DIGITS } from "@canopy/contract/accounts/sub-users";
import type { Level } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { sql } from "kysely";
import type { LimitOf } from "../../capacity/limits.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { removeSecret } from "../factor/factor-store.ts";
import { hashPassword } from "../passwords.ts";
import { setPassword, setPasswordIn } from "../registration/password-store.ts";
import { isPhoneFree, removeRefused } from "../registration/registration-store.ts";
import { lockTenants } from "../tenant-store.ts";
import { countSubUsers, defaultRoleOf, findSubUser, insertSubUser, updateSubUserRow } from "./sub-user-store.ts";

export interface PeopleServices {
  readonly db: Db;
  readonly limitOf: LimitOf;
  /** Gives a user this level on every device of the tenant. */
  grantAll(db: Db, tenantId: string, userId: string, level: Level): Promise<void>;
}

interface Wanted {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly description: string;
}

const firstPasswordOf = (phone: string) => phone.slice(-FIRST_PASSWORD_DIGITS);

/** USR-02, USR-10: with the default role; at most as many as the package allows. */
export async function createSubUser(services: PeopleServices, tenantId: string, wanted: Wanted): Promise<string> {
  const passwordHash = await hashPassword(firstPasswordOf(wanted.phone));
  const limit = await services.limitOf(tenantId, "sub_user_num");
  return services.db.transaction().execute(async (db) => {
    await lockTenants(db);
    await lockPeople(db, tenantId);
    if (limit !== null && (await countSubUsers(db, tenantId)) >= limit)
      throw new ApiError(subUserErrors.subUserLimit, { values: { limit } });
    await takePhone(db, wanted.phone, null);
    const role = await defaultRoleOf(db, tenantId);
    const id = await insertSubUser(db, { ...wanted, tenantId, level: role.tenant_level, passwordHash });
    if (id === undefined) throw new ApiError(fieldErrors.usernameExists, { field: "name" });
    if (role.device_level !== "none") await services.grantAll(db, tenantId, id, role.device_level);
    return id;
  });
}

export async function updateSubUser(
  db: Db,
  tenantId: string,
  userId: string,
  change: Parameters<typeof updateSubUserRow>[3],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTenants(trx);
    await lockPeople(trx, tenantId);
    const user = await findSubUser(trx, tenantId, userId);
    if (!user) throw new ApiError(platformErrors.notFound);
    await takePhone(trx, change.phone, userId);
    await updateSubUserRow(trx, tenantId, userId, change);
    // USR-02: a first password is the end of the phone, also of one that was put right.
    if (!user.is_first_password || user.phone === change.phone) return;
    const passwordHash = await hashPassword(firstPasswordOf(change.phone));
    await setPasswordIn(trx, { id: userId, tenantId }, passwordHash, { keepsSession: null, isFirst: true });
  });
}

/** Back to the first password and without a second factor, which may be what was lost; whoever is signed in is out. */
export async function resetSubUserPassword(db: Db, tenantId: string, userId: string): Promise<void> {
  const user = await findSubUser(db, tenantId, userId);
  if (!user) throw new ApiError(platformErrors.notFound);
  if (user.phone === "") throw new ApiError(subUserErrors.noPassword);
  const passwordHash = await hashPassword(firstPasswordOf(user.phone));
  await setPassword(db, { id: userId, tenantId }, passwordHash, { keepsSession: null, isFirst: true });
  await removeSecret(db, { tenantId, userId });
}

/** Under the lock of the tenants: the phone may be an account's of any of them. */
async function takePhone(db: Db, phone: string, userId: string | null): Promise<void> {
  if (!(await isPhoneFree(db, phone, userId))) throw new ApiError(fieldErrors.phoneExists, { field: "phone" });
  await removeRefused(db, { phone });
}

/** Two at once do not pass the limit together. */
export async function lockPeople(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people ${tenantId}`}, 0))`.execute(db);
}
