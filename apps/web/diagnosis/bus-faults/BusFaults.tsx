import type { BusFaultList } from "@canopy/contract/diagnosis/bus-faults";
import type { UseQueryResult } from "@tanstack/react-query";
import { HeartPulse } from "lucide-react";
import type { ReactNode } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import styles from "../desk/desk.module.css";
import "./bus-fault-texts.ts";
import { FaultTable } from "./FaultTable.tsx";
import { SenderTable } from "./SenderTable.tsx";

/** Lists change with the messages on the bus, which repeat every second; the server writes every two. */
export const LOOK_AGAIN_MS = 5000;

interface BusFaultsProps {
  query: UseQueryResult<BusFaultList>;
  /** Of several devices: their names stand with the channels. */
  withDevice?: boolean;
  actions?: ReactNode;
}

/** UDS-06: the fault list of a device or a vehicle. */
export function BusFaults({ query, withDevice = false, actions }: BusFaultsProps) {
  const t = useText();
  const { data, error } = query;
  if (!data)
    return error ? (
      <FailedState title={t("diagnosis.bus.failed")} trouble={troubleOf(error)} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={4} columns={4} />
    );
  const { list, senders } = data;
  if (senders.length === 0)
    return <EmptyState icon={HeartPulse} title={t("diagnosis.bus.empty")} text={t("diagnosis.bus.emptyNote")} />;
  const current = list.filter(({ is_current, list: of }) => is_current && of !== "previous").length;
  return (
    <div className={styles.middle}>
      <Card title={t("diagnosis.bus.title", { count: current })}>
        <p className={styles.quiet}>{t("diagnosis.bus.note")}</p>
        {actions && <div className={styles.actions}>{actions}</div>}
        {list.length === 0 ? (
          <p>{t("diagnosis.bus.noFaults")}</p>
        ) : (
          <FaultTable faults={list} withDevice={withDevice} />
        )}
      </Card>
      <Card title={t("diagnosis.bus.senders")}>
        <SenderTable senders={senders} withDevice={withDevice} />
      </Card>
    </div>
  );
}
