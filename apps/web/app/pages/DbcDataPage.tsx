import { useQuery } from "@tanstack/react-query";
import { ChartSpline } from "lucide-react";
import { useCallback } from "react";
import { deviceQuery, isGone } from "../../devices/device-query.ts";
import { useLiveStatus } from "../../frames/live/use-live-status.ts";
import { TimeBar } from "../../frames/time-bar/TimeBar.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import "../../signals/curves/curve-texts.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DeviceChoice, DeviceChoices } from "../details/DeviceChoice.tsx";
import styles from "../details/details.module.css";
import { tabAt } from "../details/device-tabs.ts";
import { TabBody } from "../details/TabBody.tsx";
import "../details/texts.ts";
import { useDetailsAddress } from "../details/use-details-address.ts";
import { useTimeline } from "../details/use-timeline.ts";

const PATH = "/Container/DBCData";

/** The DBC data of any device: choose one, and see the same as on its own page. */
export function DbcDataPage() {
  const t = useText();
  const { address, change, onSearch } = useDetailsAddress(PATH);
  const timeline = useTimeline(address, change);
  const {
    data: known,
    error,
    refetch,
  } = useQuery({
    ...deviceQuery(address.thingsId),
    enabled: address.thingsId !== "",
  });
  const status = useLiveStatus(known?.id);
  const device = known && { ...known, online: status?.online ?? known.online };
  const { tab, sub } = tabAt("dbc", address.sub);
  const onTab = useCallback(
    (_: string, subKey = "", search: Readonly<Record<string, string>> = {}) => change({ sub: subKey, search }, "push"),
    [change],
  );
  const choose = (thingsId: string) => change({ thingsId, search: {}, cursorMs: null }, "push");
  return (
    <div className={styles.page}>
      <PageHeader title={t("app.page.dbcData")} actions={<DeviceChoice name={known?.name} onChoose={choose} />} />
      {device ? (
        <div className={styles.body}>
          <TimeBar thingsId={device.id} timeline={timeline} />
          <TabBody
            key={device.id}
            tab={tab}
            sub={sub}
            device={device}
            timeline={timeline}
            search={address.search}
            onSearch={onSearch}
            onTab={onTab}
          />
        </div>
      ) : error && !isGone(error) ? (
        <FailedState title={t("app.details.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      ) : address.thingsId !== "" && !error ? (
        <Skeleton rows={8} columns={4} />
      ) : (
        <EmptyState
          icon={ChartSpline}
          title={t("signals.page.choose")}
          text={t("signals.page.chooseText")}
          actions={<DeviceChoices search="" onChoose={choose} />}
        />
      )}
    </div>
  );
}
