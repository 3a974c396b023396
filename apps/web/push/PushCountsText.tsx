import type { PushCounts } from "@canopy/contract/push/rules";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";

/** CAP-06: rules, deliveries of the month and the rate, each of how many. */
export function PushCountsText({ counts, onMore }: { counts: PushCounts; onMore(): void }) {
  const t = useText();
  const { rules, rules_limit, flow, flow_limit, tps_limit } = counts;
  const parts = [
    rules_limit === null
      ? t("push.counts.rulesOnly", { rules: formatNumber(rules) })
      : t("push.counts.rules", { rules: formatNumber(rules), limit: formatNumber(rules_limit) }),
    flow_limit === null
      ? t("push.counts.flowOnly", { flow: formatNumber(flow) })
      : t("push.counts.flow", { flow: formatNumber(flow), limit: formatNumber(flow_limit) }),
    ...(tps_limit === null ? [] : [t("push.counts.tps", { limit: formatNumber(tps_limit) })]),
  ];
  const isFull = flow_limit !== null && flow >= flow_limit;
  return (
    <>
      <span data-part="push-counts">{parts.join(" · ")}</span>{" "}
      {isFull && (
        <Button kind="link" onClick={onMore}>
          {t("push.now.quota")}
        </Button>
      )}
    </>
  );
}
