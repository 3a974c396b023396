import { useNavigate } from "@tanstack/react-router";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { alarmMarks } from "./alarm-marks.ts";
import { DeviceTimeBar } from "./DeviceTimeBar.tsx";
import styles from "./details.module.css";
import type { DeviceTab, SubTab } from "./device-tabs.ts";
import { TabBody } from "./TabBody.tsx";
import "./texts.ts";
import type { ChosenDevice } from "./use-chosen-device.ts";
import { DETAILS_PATH } from "./use-details-address.ts";

interface ChosenDeviceBodyProps extends Pick<DeviceTabProps, "onTab"> {
  chosen: ChosenDevice;
  tab: DeviceTab;
  sub: SubTab;
}

/** The time bar and one part of the chosen device, or why there is none. */
export function ChosenDeviceBody({ chosen, tab, sub, onTab }: ChosenDeviceBodyProps) {
  const t = useText();
  const navigate = useNavigate();
  const { device, timeline, address, onSearch, error, retry } = chosen;
  if (!device)
    return error ? (
      <FailedState title={t("app.details.failed")} trouble={troubleOf(error)} onRetry={retry} />
    ) : (
      <Skeleton rows={8} columns={4} />
    );
  const toEvent = (event: string) =>
    void navigate({
      to: DETAILS_PATH,
      search: { id: device.id, tab: "triggers", sub: "events", which: "all", event },
    });
  return (
    <div className={styles.body}>
      <DeviceTimeBar
        thingsId={device.id}
        timeline={timeline}
        more={{ query: alarmMarks(device.id), onOpen: toEvent }}
        onRun={(run) => void navigate({ to: DETAILS_PATH, search: { id: device.id, tab: "ecu", run } })}
      />
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
  );
}
