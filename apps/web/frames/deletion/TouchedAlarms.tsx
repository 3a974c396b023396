import type { deletionPreview } from "@canopy/contract/frames/deletion-tasks";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useText } from "../../platform/i18n.ts";
import { TimeText } from "../../ui/time/TimeText.tsx";
import "./deletion-texts.ts";
import styles from "./deletion.module.css";

type TouchedAlarmsProps = Pick<Reply<typeof deletionPreview>, "alarms" | "alarm_total">;

/** DAT-04: which alarm events lose their frames; those that are pinned keep them unless it is ticked. */
export function TouchedAlarms({ alarms, alarm_total }: TouchedAlarmsProps) {
  const t = useText();
  if (alarm_total === 0) return null;
  const rest = alarm_total - alarms.length;
  return (
    <div className={styles.alarms}>
      <p className={styles.fact}>{t("frames.deletion.alarms", { count: alarm_total })}</p>
      <ul>
        {alarms.map(({ event_id, rule_name, start_time, is_pinned }) => (
          <li key={event_id}>
            {rule_name} · <TimeText at={start_time} />
            {is_pinned && ` · ${t("frames.deletion.alarmPinned")}`}
          </li>
        ))}
        {rest > 0 && <li>{t("frames.deletion.moreAlarms", { count: rest })}</li>}
      </ul>
    </div>
  );
}
