import { COMMAND_TIMEOUT_MS, type CommandMethod, commandParams } from "@canopy/contract/devices/commands";
import { BAD_ANSWER, type CommandServices, sendToDevice } from "../../devices/link/send-command.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DueCommand } from "./command-queue-store.ts";

/**
 * Sends the command of a rule and tells what became of it: the state of the command, or the code of an error. A word more
 * is the code of a device that refused it, or the parameter that is wrong.
 */
export async function sendRuleCommand(services: CommandServices, command: DueCommand): Promise<string> {
  const { tenantId, thingsId, parameters } = command;
  const { method, params } = JSON.parse(command.target) as { method: string; params: Record<string, unknown> };
  if (!Object.hasOwn(commandParams, method)) return "unknown";
  const known = method as CommandMethod;
  const checked = commandParams[known].safeParse(params);
  if (!checked.success) return `params ${checked.error.issues[0]?.path.join(".") ?? ""}`;
  try {
    const sent = { tenantId, thingsId, method: known, params: checked.data, timeoutMs: COMMAND_TIMEOUT_MS };
    const { state, error_code } = await sendToDevice(services, { ...sent, userName: parameters.rule });
    if (error_code === BAD_ANSWER) return BAD_ANSWER;
    return state === "failed" ? `failed ${error_code}` : state;
  } catch (error) {
    if (error instanceof ApiError) return error.def.code;
    throw error;
  }
}
