import type { Thing } from "@canopy/contract/devices/thing";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { deviceQuery, isGone } from "../../../devices/device-query.ts";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/marks/Banner.tsx";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { DeviceChoice, useDeviceChoices } from "../../details/DeviceChoice.tsx";
import styles from "../../details/details.module.css";
import { type DeviceTab, LOCAL_LOG } from "../../details/device-tabs.ts";
import { TabBody } from "../../details/TabBody.tsx";
import "../../details/texts.ts";
import { useDetailsAddress } from "../../details/use-details-address.ts";
import { useTimeline } from "../../details/use-timeline.ts";

const PATH = "/Container/LocalLog";
const TAB: DeviceTab = { key: "local", title: "app.details.localLog", subs: [LOCAL_LOG] };

/** A log of one's own machine. The names and layouts of a device read it: of the first unless another is chosen. */
export function LocalLogPage() {
  const t = useText();
  const { address, change, onSearch } = useDetailsAddress(PATH);
  const timeline = useTimeline(address, change);
  const choices = useDeviceChoices("");
  const id = address.thingsId || choices.data?.list[0]?.id || "";
  const { data: found, error, refetch } = useQuery({ ...deviceQuery(id), enabled: id !== "" });
  // The part below holds the open log: until another device is there, the last one goes on reading it.
  const [last, setLast] = useState<Thing>();
  if (found && found !== last) setLast(found);
  const device = found ?? last;
  const onTab = useCallback(() => undefined, []);
  const failure = choices.error ?? (isGone(error) ? undefined : error);
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("app.page.localLog")}
        facts={
          <div className={styles.facts}>
            {t("app.localLog.readAs")}
            <DeviceChoice name={device?.name} onChoose={(thingsId) => change({ thingsId, search: {} }, "push")} />
          </div>
        }
      />
      {device && !found && error && (
        <Banner level="urgent" alert title={t("app.details.failed")}>
          {troubleOf(error).text}{" "}
          <Button kind="link" onClick={() => void refetch()}>
            {t("ui.action.retry")}
          </Button>
        </Banner>
      )}
      {device ? (
        <TabBody
          tab={TAB}
          sub={LOCAL_LOG}
          device={device}
          timeline={timeline}
          search={address.search}
          onSearch={onSearch}
          onTab={onTab}
        />
      ) : failure ? (
        <FailedState title={t("app.details.failed")} trouble={troubleOf(failure)} onRetry={() => void refetch()} />
      ) : choices.isPending || (id !== "" && !error) ? (
        <Skeleton rows={8} columns={4} />
      ) : (
        <EmptyState title={t("app.localLog.noDevice")} />
      )}
    </div>
  );
}
