import { ChartSpline } from "lucide-react";
import { useCallback } from "react";
import { isGone } from "../../../devices/device-query.ts";
import { useText } from "../../../platform/i18n.ts";
import "../../../signals/curves/curve-texts.ts";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { ChosenDeviceBody } from "../../details/ChosenDeviceBody.tsx";
import { DeviceChoice, DeviceChoices } from "../../details/DeviceChoice.tsx";
import styles from "../../details/details.module.css";
import { tabAt } from "../../details/device-tabs.ts";
import { useChosenDevice } from "../../details/use-chosen-device.ts";

const PATH = "/Container/DBCData";

/** The DBC data of any device: choose one, and see the same as on its own page. */
export function DbcDataPage() {
  const t = useText();
  const chosen = useChosenDevice(PATH);
  const { address, change, device, error, choose } = chosen;
  const { tab, sub } = tabAt("dbc", address.sub);
  const onTab = useCallback(
    (_: string, subKey = "", search: Readonly<Record<string, string>> = {}) => change({ sub: subKey, search }, "push"),
    [change],
  );
  const isNone = address.thingsId === "" || isGone(error);
  return (
    <div className={styles.page}>
      <PageHeader title={t("app.page.dbcData")} actions={<DeviceChoice name={device?.name} onChoose={choose} />} />
      {isNone ? (
        <EmptyState
          icon={ChartSpline}
          title={t("signals.page.choose")}
          text={t("signals.page.chooseText")}
          actions={<DeviceChoices search="" onChoose={choose} />}
        />
      ) : (
        <ChosenDeviceBody chosen={chosen} tab={tab} sub={sub} onTab={onTab} />
      )}
    </div>
  );
}
