import { COMMAND_TIMEOUT_MS, type CommandMethod, commandParams } from "@canopy/contract/devices/commands";
import { type CommandServices, sendToDevice } from "../../devices/link/send-command.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DueNotice } from "./notice-store.ts";

/** Sends the command of a rule and tells what became of it: the state of the command, or the code of the error. */
export async function sendRuleCommand(services: CommandServices, notice: DueNotice): Promise<string> {
  const { tenantId, thingsId, parameters } = notice;
  const { method, params } = JSON.parse(notice.target) as { method: string; params: Record<string, unknown> };
  if (!Object.hasOwn(commandParams, method)) return `${method}: unknown`;
  const known = method as CommandMethod;
  const checked = commandParams[known].safeParse(params);
  if (!checked.success) return `${method}: ${checked.error.issues[0]?.path.join(".")}`;
  try {
    const sent = { tenantId, thingsId, method: known, params: checked.data, timeoutMs: COMMAND_TIMEOUT_MS };
    const { state } = await sendToDevice(services, { ...sent, userName: parameters.rule });
    return `${method}: ${state}`;
  } catch (error) {
    if (error instanceof ApiError) return `${method}: ${error.def.code}`;
    throw error;
  }
}
