import type { ListedRule } from "@canopy/contract/alarms/rules";
import type { RuleHours } from "@canopy/contract/alarms/weekly-hours";
import { isWithinHours } from "@canopy/contract/alarms/weekly-hours";
import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";
import { MINUTE_MS } from "../../ui/time/timeline.ts";
import { hoursText } from "../editor/hours.ts";
import { isSilenced, ruleNow } from "./rule-now.ts";
import styles from "./rules.module.css";
import "../texts.ts";

/** TRG-04: what the rule does at this moment. */
export function RuleNow({ rule, isOffline }: { rule: ListedRule; isOffline: boolean }) {
  const t = useText();
  const formats = useTimeFormats();
  const { kind, at } = ruleNow(rule, isOffline);
  const isOnSeveral = kind === "active" && rule.active > 1;
  return (
    <span className={styles.now} data-now={kind}>
      <span>
        {isOnSeveral ? t("alarms.now.activeOn", { count: rule.active }) : t(`alarms.now.${kind}`)}{" "}
        {kind === "active" && <RelativeTime at={at} />}
        {kind === "lost" && <TimeText at={at} precision="minute" />}
      </span>
      {isSilenced(rule) && (
        <span title={t("alarms.now.orphanNote")}>
          <Chip tone="ordinary">{t("alarms.now.orphan")}</Chip>
        </span>
      )}
      {rule.muted_until !== null && (
        <Chip>{t("alarms.now.muted", { time: formats.time(rule.muted_until, "minute") })}</Chip>
      )}
      {rule.muted_until === null && rule.muted_hours !== null && <MutedHours hours={rule.muted_hours} />}
    </span>
  );
}

/** Muted in these hours of the week; said where that is so now. */
function MutedHours({ hours }: { hours: RuleHours }) {
  const t = useText();
  const now = useNow(MINUTE_MS);
  const text = hoursText(hours, new Date(now).getTimezoneOffset());
  return <Chip>{t(isWithinHours(hours, now) ? "alarms.now.mutedNow" : "alarms.now.mutedHours", { hours: text })}</Chip>;
}
