import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Braces, ListOrdered, Send, SlidersHorizontal } from "lucide-react";
import { useCallback, useEffect, useMemo } from "react";
import { deviceQuery, isGone } from "../../../devices/device-query.ts";
import { DeviceMenu } from "../../../devices/fleet/DeviceMenu.tsx";
import { lastFrameOf, useLiveStatus } from "../../../frames/live/use-live-status.ts";
import { HeldList } from "../../../frames/send/HeldList.tsx";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import type { MenuItem } from "../../../ui/float/Menu.tsx";
import { FailedState } from "../../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../../ui/marks/Skeleton.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useNarrow } from "../../../ui/use-narrow.ts";
import { alarmMarks } from "../../details/alarm-marks.ts";
import { DetailsHeader } from "../../details/DetailsHeader.tsx";
import { DeviceTimeBar } from "../../details/DeviceTimeBar.tsx";
import styles from "../../details/details.module.css";
import { stayingWords } from "../../details/details-address.ts";
import { DEVICE_TABS, tabAt } from "../../details/device-tabs.ts";
import { GoneDevice } from "../../details/GoneDevice.tsx";
import { NarrowHeader } from "../../details/NarrowHeader.tsx";
import { TabBody } from "../../details/TabBody.tsx";
import { TabMenu } from "../../details/TabMenu.tsx";
import { UntitledPage } from "../UntitledPage.tsx";
import "../../details/texts.ts";
import { useDetailsAddress } from "../../details/use-details-address.ts";
import { useDeviceDeletion } from "../../details/use-device-deletion.tsx";
import { useTimeline } from "../../details/use-timeline.ts";
import { addressOfPage } from "../../kept-addresses.ts";
import { HOME } from "../../session/return-address.ts";

/**
 * DEV-13: one device. Tab, time and the tab's own filters are in the address: `?id=…&tab=data&sub=history&from=…&to=…`.
 * Another device is another page: no form and no question of one passes to the next.
 */
export function DeviceDetailsPage() {
  const details = useDetailsAddress();
  return <DevicePage key={details.address.thingsId} {...details} />;
}

function DevicePage({ address, change, onSearch }: ReturnType<typeof useDetailsAddress>) {
  const t = useText();
  const navigate = useNavigate();
  const timeline = useTimeline(address, change);
  const { data: known, error, refetch } = useQuery(deviceQuery(address.thingsId));
  const status = useLiveStatus(known?.id);
  const online = status?.online;
  const device = useMemo(() => (known && online !== undefined ? { ...known, online } : known), [known, online]);
  const narrow = useNarrow();
  const { tab, sub } = tabAt(address.tab, address.sub);
  const { search: words } = address;
  // Beside the device, not after it; a failure is told where the part is shown.
  useEffect(() => void sub.Part?.preload().catch(() => undefined), [sub]);

  const onTab = useCallback(
    (key: string, subKey = "", search: Readonly<Record<string, string>> = {}) =>
      change({ tab: key, sub: subKey, search: { ...stayingWords(words), ...search } }, "push"),
    [change, words],
  );
  const isFrames = tab.key === "data" && ["live", "history"].includes(sub.key);

  const open = (page: "JsonView" | "DeviceFrameEdit") =>
    void navigate({ to: `/Container/${page}`, search: { id: address.thingsId } });
  const send = () => (isFrames ? onSearch({ send: 1 }) : onTab("data", "live", { send: "1" }));
  const configure = () => onTab("management", "configuration");
  const deletion = useDeviceDeletion(device, timeline.range);
  const ways: MenuItem[] = [
    { key: "send", label: t("app.details.send"), icon: Send, apart: true, onSelect: send },
    { key: "config", label: t("app.details.config"), icon: SlidersHorizontal, onSelect: configure },
  ];
  const pages: MenuItem[] = [
    ...(narrow ? ways : []),
    { key: "json", label: t("app.page.jsonView"), icon: Braces, apart: true, onSelect: () => open("JsonView") },
    { key: "frames", label: t("app.page.frameEdit"), icon: ListOrdered, onSelect: () => open("DeviceFrameEdit") },
    ...deletion.items,
  ];
  const alarms = {
    query: alarmMarks(address.thingsId),
    onOpen: (event: string) => onTab("triggers", "events", { which: "all", event }),
  };
  const toHome = () => void navigate({ href: addressOfPage(HOME) });
  // What was being done for a device that is gone cannot be saved.
  const onDeleted = () => void navigate({ href: addressOfPage(HOME), ignoreBlocker: true });

  if (isGone(error) || !address.thingsId)
    return (
      <UntitledPage title="app.page.deviceDetails">
        <GoneDevice name={device?.name} />
      </UntitledPage>
    );
  if (!device && error) {
    return (
      <UntitledPage title="app.page.deviceDetails">
        <FailedState title={t("app.details.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      </UntitledPage>
    );
  }
  if (!device)
    return (
      <UntitledPage title="app.page.deviceDetails">
        <Skeleton rows={8} columns={4} />
      </UntitledPage>
    );
  const more = (
    <>
      <DeviceMenu device={device} pages={pages} onDeleted={onDeleted} />
      {deletion.dialog}
    </>
  );
  const body = (
    <>
      <DeviceTimeBar
        thingsId={device.id}
        timeline={timeline}
        more={alarms}
        onRun={(run) => onTab("ecu", "", { run })}
      />
      <TabBody
        tab={tab}
        sub={sub}
        isInHead={narrow}
        device={device}
        timeline={timeline}
        search={address.search}
        onSearch={onSearch}
        onTab={onTab}
      />
    </>
  );
  if (narrow) {
    const tabs = <TabMenu tab={tab} sub={sub} onTab={onTab} />;
    return (
      <HeldList device={device}>
        <div className={styles.page}>
          <NarrowHeader device={device} onBack={toHome} tabs={tabs} more={more} />
          {body}
        </div>
      </HeldList>
    );
  }
  return (
    <HeldList device={device}>
      <div className={styles.page}>
        <div className={styles.head}>
          <DetailsHeader
            device={device}
            lastFrameMs={lastFrameOf(status)}
            onBack={toHome}
            onSend={send}
            onConfigure={configure}
            more={more}
          />
        </div>
        <div className={styles.body}>
          <Tabs
            label={t("app.details.tabs")}
            tabs={DEVICE_TABS.map(({ key, title }) => ({ value: key, label: t(title) }))}
            value={tab.key}
            onChange={(key) => onTab(key)}
          >
            {body}
          </Tabs>
        </div>
      </div>
    </HeldList>
  );
}
