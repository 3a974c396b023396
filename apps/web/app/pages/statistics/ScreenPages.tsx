import { STATUS_TEXTS } from "@canopy/contract/work-orders/notices";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, use, useCallback, useEffect } from "react";
import { EVENTS_KEY } from "../../../alarms/alarm-keys.ts";
import { useLiveBoard } from "../../../devices/board/use-live-board.ts";
import { overviewQuery } from "../../../devices/details/overview-query.ts";
import { useTenantId } from "../../../devices/types/type-queries.ts";
import { liveClient } from "../../../frames/live/live-client.ts";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useLanguage, useText } from "../../../platform/i18n.ts";
import { MonitorScreen } from "../../../statistics/screens/MonitorScreen.tsx";
import { OperationScreen } from "../../../statistics/screens/OperationScreen.tsx";
import { ordersQuery } from "../../../work-orders/order-queries.ts";
import { handOverResult } from "../../session/arrival.ts";
import { HOME } from "../../session/return-address.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { useOpenAlarms } from "../alarms/use-open-alarms.ts";
import styles from "../pages.module.css";
import { usePushFigures, useRolloutsUnderWay } from "../tests/use-operation-work.ts";
import { liveSource } from "./live-source.ts";

/** NAV-05: a code that is used up or too old says so. */
function Arrived({ children }: { children: ReactNode }) {
  const t = useText();
  if (use(handOverResult()) !== "refused") return children;
  return (
    <main className={styles.screen}>
      <p role="alert">
        {t("app.screen.refused")} <Link to={HOME}>{t("app.screen.toPlatform")}</Link>
      </p>
    </main>
  );
}

/** STA-02 */
export function MonitorScreenPage() {
  return (
    <Arrived>
      <Monitor />
    </Arrived>
  );
}

/** STA-03 */
export function OperationScreenPage() {
  return (
    <Arrived>
      <Operation />
    </Arrived>
  );
}

function Monitor() {
  useNews();
  const { data, error, refetch } = useQuery(overviewQuery);
  const isWhole = data?.isWhole === true;
  const onStranger = useCallback(() => void (isWhole && refetch()), [isWhole, refetch]);
  const board = useLiveBoard(data?.rows, liveSource, onStranger);
  return (
    <MonitorScreen
      rows={data?.rows}
      board={board}
      alarms={useOpenAlarms()}
      tenantId={useTenantId()}
      trouble={troubleText(error)}
      address={usePageSearch()}
    />
  );
}

function Operation() {
  useNews();
  const { data, error } = useQuery(overviewQuery);
  return (
    <OperationScreen
      rows={data?.rows}
      tenantId={useTenantId()}
      orders={useOpenOrders()}
      rollouts={useRolloutsUnderWay()}
      push={usePushFigures()}
      trouble={troubleText(error)}
      address={usePageSearch()}
    />
  );
}

const troubleText = (error: Error | null) => (error ? troubleOf(error).text : undefined);

/** Alarms are asked for again when the live channel tells of them. */
function useNews(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      liveClient().watchNews(({ type }) => {
        if (type === "alarms") void client.invalidateQueries({ queryKey: EVENTS_KEY });
      }),
    [client],
  );
}

/** A tenant has no more open ones than fit into one answer. */
const ALL = { current_page: 1, page_size: 500, tab: "all" } as const;
const ENDED: readonly string[] = ["done", "refuse"];

/** Those that wait longest first. */
function useOpenOrders() {
  const language = useLanguage();
  const list = useQuery(ordersQuery(ALL)).data?.list;
  if (!list) return undefined;
  const open = list
    .filter(({ status, is_withdrawn }) => !is_withdrawn && !ENDED.includes(status))
    .sort((a, b) => a.since_time - b.since_time);
  return {
    open: open.length,
    list: open.map(({ order_id, name, status, since_time }) => ({
      id: order_id,
      name,
      status: STATUS_TEXTS[status][language],
      sinceMs: since_time,
    })),
  };
}
