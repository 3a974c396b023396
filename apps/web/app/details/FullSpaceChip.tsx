import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../accounts/me.ts";
import { useCapacity } from "../../capacity/capacity-queries.ts";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import "../../capacity/warning-texts.ts";

/** CAP-05: frames of this device are not stored now. */
export function FullSpaceChip() {
  const { data: me } = useQuery(meQuery);
  return me ? <OfTenant tenantId={me.tenant.id} /> : null;
}

function OfTenant({ tenantId }: { tenantId: string }) {
  const t = useText();
  const { data } = useCapacity(tenantId);
  if (data?.levels.data !== "full" || data.usage.when_full === "loop") return null;
  return <Chip tone="urgent">{t("capacity.full.device")}</Chip>;
}
