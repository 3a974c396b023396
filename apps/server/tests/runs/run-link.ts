import { type Command, type CommandMethod, commandParams } from "@canopy/contract/devices/commands";
import { sql } from "kysely";
import type { LinkOutcome, LinkRequest } from "../../devices/link/device-link.ts";
import { followTransmission } from "../../devices/link/follow-transmission.ts";
import type { TransmissionKeeper } from "../../devices/link/keep-transmissions.ts";
import { type CommandServices, type NewCommand, sendToDevice } from "../../devices/link/send-command.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface RunLink extends CommandServices {
  readonly transmissions: TransmissionKeeper;
}

type Tester = Pick<NewCommand, "tenantId" | "thingsId" | "userName">;

/** Commands of a run stand in the log of the device like those of people (DEV-07). */
export function toDevice(link: RunLink, tester: Tester): (request: LinkRequest) => Promise<LinkOutcome> {
  return async ({ method, params, timeoutMs }) => {
    const known = methodOf(method);
    const told = { ...commandParams[known].parse(params) };
    const command = await sendToDevice(link, { ...tester, method: known, params: told, timeoutMs });
    await followTransmission(link.transmissions, tester, command, link.now());
    return outcomeOf(command);
  };
}

function methodOf(method: string): CommandMethod {
  return method === "uds.request" ? "uds.request" : "frames.send";
}

function outcomeOf({ state, result, error_code, error_message }: Command): LinkOutcome {
  if (state === "done") return { kind: "done", result };
  if (state === "failed") return { kind: "failed", code: error_code ?? "", message: error_message ?? "" };
  return { kind: state === "offline" ? "offline" : "timeout" };
}

export async function isOnline(db: Db, tenantId: string, thingsId: string): Promise<boolean> {
  const found = await sql<{ online: boolean }>`select online from things
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0]?.online ?? false;
}
