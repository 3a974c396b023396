import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { openEventsQuery } from "../../alarms/alarm-queries.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./header.module.css";

/** TRG-05: the number of open alarms, below the messages of the bell. */
export function OpenAlarms({ onGo }: { onGo(): void }) {
  const t = useText();
  const { data } = useQuery(openEventsQuery);
  return (
    data && (
      <Link to="/Container/AlarmCenter" className={styles.openAlarms} onClick={onGo}>
        {t("app.header.openAlarms", { count: data.pagination.total_size })} →
      </Link>
    )
  );
}
