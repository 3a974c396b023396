import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { HEALTH_MS, healthQuery } from "../../operating/health-query.ts";
import { deadLetters, isWell } from "../../operating/health-state.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { StatusDot } from "../../ui/marks/StatusDot.tsx";
import styles from "./console.module.css";
import { CONSOLE_ENTRIES, HEALTH_PATH, OUTBOX_PATH } from "./console-entries.ts";

/** Its counts are looked up less often than the page of health does it. */
const COUNTS_MS = 30_000;

export function ConsoleList({ path }: { path: string }) {
  const t = useText();
  const refetchInterval = path === HEALTH_PATH ? HEALTH_MS : COUNTS_MS;
  const { data } = useQuery({ ...healthQuery, refetchInterval });
  const dead = data ? deadLetters(data) : 0;
  return (
    <nav className={styles.list} aria-label={t("app.user.console")}>
      {CONSOLE_ENTRIES.map(({ path: to, title, icon }) => (
        <Link
          key={to}
          to={to}
          activeProps={{}}
          className={styles.entry}
          aria-current={to === path ? "page" : undefined}
        >
          <Icon of={icon} />
          <span className={styles.name}>{t(title)}</span>
          {to === HEALTH_PATH && data && (
            <StatusDot on={isWell(data)} label={t(isWell(data) ? "app.console.well" : "app.console.unwell")} />
          )}
          {to === OUTBOX_PATH && dead > 0 && (
            <span className={styles.count}>
              {formatNumber(dead)}
              <span className="unseen">{t("app.console.dead")}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
