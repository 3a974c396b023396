import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { isGone } from "../../../devices/device-query.ts";
import { useText } from "../../../platform/i18n.ts";
import { Chip } from "../../../ui/marks/Chip.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { ChosenDeviceBody } from "../../details/ChosenDeviceBody.tsx";
import { DeviceChoice } from "../../details/DeviceChoice.tsx";
import styles from "../../details/details.module.css";
import { tabAt } from "../../details/device-tabs.ts";
import { GoneDevice } from "../../details/GoneDevice.tsx";
import { useChosenDevice } from "../../details/use-chosen-device.ts";
import { DETAILS_PATH } from "../../details/use-details-address.ts";

/** GPS-01: the track of one device, the same part as its tab, reached from the map of the fleet. */
export function TrackPage({ path }: { path: string }) {
  const t = useText();
  const navigate = useNavigate();
  const chosen = useChosenDevice(path);
  const { address, device, error, choose } = chosen;
  const { tab, sub } = tabAt("gps", "track");
  const onTab = useCallback(
    (key: string, subKey = "", search: Readonly<Record<string, string>> = {}) =>
      void navigate({ to: DETAILS_PATH, search: { id: address.thingsId, tab: key, sub: subKey, ...search } }),
    [navigate, address.thingsId],
  );
  if (isGone(error)) return <GoneDevice name={device?.name} />;
  return (
    <div className={styles.page}>
      <PageHeader
        title={device?.name ?? t("app.page.trailingMap")}
        onBack={() => void navigate({ to: path, search: {} })}
        chips={
          device && (
            <Chip tone={device.online ? "green" : "neutral"} dot={device.online}>
              {t(device.online ? "app.details.online" : "app.details.offline")}
            </Chip>
          )
        }
        actions={<DeviceChoice name={device?.name} onChoose={choose} />}
      />
      <ChosenDeviceBody chosen={chosen} tab={tab} sub={sub} onTab={onTab} />
    </div>
  );
}
