import type { RuleCounts } from "@canopy/contract/alarms/rules";
import { useText } from "../../platform/i18n.ts";
import "../texts.ts";

/** TRG-01: rules of the user and of the tenant, of how many. */
export function RuleCountsText({ counts }: { counts: RuleCounts }) {
  const t = useText();
  const limit = (most: number | null) => most ?? t("alarms.rules.unlimited");
  const { own, own_limit, tenant, tenant_limit } = counts;
  return t("alarms.rules.counts", {
    own,
    ownLimit: limit(own_limit),
    tenant,
    tenantLimit: limit(tenant_limit),
  });
}
