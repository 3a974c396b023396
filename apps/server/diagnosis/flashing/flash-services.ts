import type { UnlockFile } from "@canopy/contract/device-link/uds-job";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { ProveOwnPassword } from "../../accounts/prove-password.ts";
import type { AskDevice } from "../../devices/link/device-link.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findRun } from "./run-store.ts";

export interface FlashServices {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly secret: string;
  readonly webAddress: () => string;
  readonly now: () => number;
  /** Tells viewers of the device that its flash went on. */
  readonly publish: (device: { tenantId: string; thingsId: string }) => void;
  /** Null: its unlock file is a script; the terminal asks for the key. */
  readonly unlockOf: (tenantId: string, ecuId: string) => Promise<UnlockFile | null>;
  readonly proveOwnPassword: ProveOwnPassword;
  /** Those who may approve, besides this user, are told. */
  readonly tellApprovers: (caller: Caller, run: FlashRunRow) => Promise<void>;
}

/**
 * UDS-04: a flash resets the ECU, which is more than working with one device: it needs the right to change things of the
 * tenant. A role without it is told so in these words.
 */
export function requireReset({ role, tenantLevel }: Caller): void {
  if (role === "sub" && tenantLevel !== "write") throw new ApiError(flashErrors.noResetRight);
}

export async function mustFindRun({ db }: FlashServices, caller: Caller, thingsId: string, id: string) {
  const run = await findRun(db, { tenantId: caller.tenantId, thingsId }, id, caller.userId);
  if (!run) throw new ApiError(platformErrors.notFound);
  return run;
}
