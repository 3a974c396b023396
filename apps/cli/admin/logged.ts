import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { logOperation } from "@canopy/server/accounts/operation-log-store";
import { findPlatformTenant } from "@canopy/server/accounts/tenant-store";
import { ApiError } from "@canopy/server/platform/http/api-error";
import type { Db } from "@canopy/server/platform/postgres/schema";
import { asUsageError } from "../operator.ts";

interface Change {
  /** As the console's call is named. */
  readonly operation: string;
  readonly objects: Readonly<Record<string, unknown>>;
}

const DONE = 200;

/** USR-07: a change by the command line is in the operation log of the platform, as one of the console is. */
export async function logged<T>(db: Db, change: Change, work: () => Promise<T>): Promise<T> {
  const write = async (status: number, errorCode: string | null) =>
    logOperation(db, {
      ...change,
      tenantId: (await findPlatformTenant(db))?.id ?? null,
      userId: null,
      userName: `canopy: ${systemUser()}`,
      status,
      errorCode,
      address: hostname(),
      agent: "canopy",
      requestId: randomUUID(),
    });
  try {
    const done = await work();
    await write(DONE, null);
    return done;
  } catch (error) {
    if (error instanceof ApiError) await write(error.def.status, error.def.code);
    return asUsageError(error);
  }
}

/** A container may run as a number without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}
