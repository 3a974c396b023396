import type { OperatingHealth } from "@canopy/contract/operating/health";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { HEALTH_MS, healthQuery } from "../../operating/health-query.ts";
import { deadLetters, isWell } from "../../operating/health-state.ts";
import { formatNumber } from "../../platform/formats.ts";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { StatusDot } from "../../ui/marks/StatusDot.tsx";
import type { PagePath } from "../page-table.ts";
import styles from "./console.module.css";
import {
  CONSOLE_ENTRIES,
  HEALTH_PATH,
  ORDERS_PATH,
  OUTBOX_PATH,
  REGISTRATIONS_PATH,
  REQUESTS_PATH,
} from "./console-entries.ts";

/** Its counts are looked up less often than the page of health does it. */
const COUNTS_MS = 30_000;

export function ConsoleList({ path }: { path: string }) {
  const t = useText();
  const refetchInterval = path === HEALTH_PATH ? HEALTH_MS : COUNTS_MS;
  const { data } = useQuery({ ...healthQuery, refetchInterval });
  const counts = data ? countsOf(data) : {};
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
          <Count of={counts[to]} />
        </Link>
      ))}
    </nav>
  );
}

interface Waiting {
  readonly n: number;
  readonly words: TextKey;
}

/** What must be done, beside the entry where it is done. */
function countsOf(health: OperatingHealth): Partial<Record<PagePath, Waiting>> {
  const { registrations, requests, orders } = health.waiting;
  return {
    [REGISTRATIONS_PATH]: { n: registrations, words: "app.console.waiting" },
    [REQUESTS_PATH]: { n: requests, words: "app.console.waiting" },
    [ORDERS_PATH]: { n: orders, words: "app.console.waiting" },
    [OUTBOX_PATH]: { n: deadLetters(health), words: "app.console.dead" },
  };
}

function Count({ of }: { of: Waiting | undefined }) {
  const t = useText();
  if (!of || of.n === 0) return null;
  return (
    <span className={styles.count}>
      {formatNumber(of.n)}
      <span className="unseen">{t(of.words)}</span>
    </span>
  );
}
