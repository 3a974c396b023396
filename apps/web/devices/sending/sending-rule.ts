import { commandErrors } from "@canopy/contract/devices/errors";
import { getSendingRule } from "@canopy/contract/devices/sending-rule";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../accounts/me.ts";
import { api } from "../../platform/api.ts";
import { codeText } from "../../platform/error-texts.ts";

const FRESH_MS = 30_000;

export const sendingRuleQuery = queryOptions({
  queryKey: [getSendingRule.name],
  queryFn: async ({ signal }) => (await api(getSendingRule, {}, { signal })).data,
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
});

/** DEV-06: why the tenant's rule lets this user send no frames; undefined: it does. The server asks again at every send. */
export function useSendingDenied(): string | undefined {
  const who = useQuery(sendingRuleQuery).data?.who;
  const me = useQuery(meQuery).data;
  if (who === "nobody") return codeText(commandErrors.sendingOff.code);
  const isManager = me === undefined || me.privileges.tenant_manager || me.privileges.system_manager;
  return who === "managers" && !isManager ? codeText(commandErrors.sendingManagers.code) : undefined;
}
