import {
  type Command,
  type CommandMethod,
  commandParams,
  listCommands,
  sendCommand,
} from "@canopy/contract/devices/commands";
import { commandErrors } from "@canopy/contract/devices/errors";
import { getSendingRule, setSendingRule } from "@canopy/contract/devices/sending-rule";
import { keepTransmissions, listOwnTransmissions, listTransmissions } from "@canopy/contract/devices/transmissions";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { pageOfCommands } from "./command-store.ts";
import { BAD_ANSWER } from "./send-command.ts";
import { type ListServices, sendListOrCommand } from "./send-list.ts";
import { keepSendingRule, sendingRuleOf } from "./sending-rule.ts";

/** DEV-06 */
export function commandRoutes(services: ListServices): Route[] {
  const { db, transmissions, now } = services;
  return [
    route(sendCommand, async ({ caller, params, body }) => {
      const command = {
        tenantId: caller.tenantId,
        thingsId: params.things_id,
        method: body.method,
        params: withDefaults(body.method, body.params),
        timeoutMs: body.timeout_ms,
        userName: caller.userName,
        role: caller.role,
      };
      const sent = await sendListOrCommand(services, command, body.attended);
      refuseUnlessDone(sent);
      return { data: sent };
    }),
    route(listTransmissions, async ({ caller, params }) => {
      return { list: await transmissions.list({ tenantId: caller.tenantId, thingsId: params.things_id }, now()) };
    }),
    route(keepTransmissions, async ({ caller, params, body }) => {
      const device = { tenantId: caller.tenantId, thingsId: params.things_id };
      return { list: await transmissions.kept(device, { ...body, userName: caller.userName }, now()) };
    }),
    route(listOwnTransmissions, async ({ caller }) => {
      return { list: await transmissions.listOwn(caller.tenantId, caller.userName, now()) };
    }),
    route(getSendingRule, async ({ caller }) => ({ data: await sendingRuleOf(db, caller.tenantId) })),
    route(setSendingRule, async ({ caller, body }) => {
      await keepSendingRule(db, caller.tenantId, body);
      return { data: body };
    }),
    route(listCommands, async ({ caller, params, query }) => {
      const { current_page, page_size, ...filter } = query;
      const range = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await pageOfCommands(db, caller.tenantId, params.things_id, { ...filter, ...range });
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
  ];
}

function withDefaults(method: CommandMethod, params: Record<string, unknown>): Record<string, unknown> {
  return { ...commandParams[method].parse(params) };
}

/** The row stays; its id is in `details`. */
function refuseUnlessDone({ id, state, error_code: code, error_message: message }: Command): void {
  const details = { id, state, code };
  switch (state) {
    case "done":
    case "sending":
      return;
    case "offline":
      throw new ApiError(commandErrors.deviceOffline, { details });
    case "failed": {
      if (code === "unknownMethod") throw new ApiError(commandErrors.commandUnknown, { details });
      if (code === BAD_ANSWER) throw new ApiError(commandErrors.badAnswer, { details });
      const values = { code: code ?? "", message: message ?? "" };
      throw new ApiError(commandErrors.commandRefused, { details, values });
    }
    default:
      throw new ApiError(commandErrors.responseTimeout, { details });
  }
}
