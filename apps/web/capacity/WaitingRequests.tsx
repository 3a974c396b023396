import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { formatNumber } from "../platform/formats.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import styles from "./capacity.module.css";
import { useOwnRequests } from "./capacity-queries.ts";

/** NAV-16: what was asked for and waits. */
export function WaitingRequests({ tenantId }: { tenantId: string }) {
  const t = useText();
  const language = useLanguage();
  const { day } = useTimeFormats();
  const { data } = useOwnRequests(tenantId, true);
  const waiting = (data?.list ?? []).filter(({ state }) => state === "waiting");
  return waiting.map(({ id, quota, amount, created_time }) => (
    <p key={id} className={styles.waiting} data-part="waiting-request">
      {t("capacity.request.waiting", {
        quota: LIMIT_TEXTS[quota][language],
        amount: formatNumber(amount),
        time: day(created_time),
      })}
    </p>
  ));
}
