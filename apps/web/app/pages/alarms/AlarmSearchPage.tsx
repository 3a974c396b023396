import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AlarmSearch } from "../../../alarms/search/AlarmSearch.tsx";
import { SEARCH_SORTS } from "../../../alarms/search/search-rows.ts";
import { deviceQuery } from "../../../devices/device-query.ts";
import { useTenantId } from "../../../devices/types/type-queries.ts";
import { useText } from "../../../platform/i18n.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { DeviceChoice, useDeviceChoices } from "../../details/DeviceChoice.tsx";
import "../../details/texts.ts";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { useListState } from "../../use-list-state.ts";
import styles from "../pages.module.css";

const AROUND_MS = 300_000;

/** TRG-07: devices by a condition. The DBC files of a device are those to choose from: of the first unless another is chosen. */
export function AlarmSearchPage() {
  const t = useText();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState("");
  const choices = useDeviceChoices("");
  const id = chosen || choices.data?.list[0]?.id || "";
  const { data: device } = useQuery({ ...deviceQuery(id), enabled: id !== "" });
  const list = useListState("alarms.search", { sortKeys: SEARCH_SORTS, filterKeys: ["search"] });
  const tenantId = useTenantId();
  return (
    <>
      <PageHeader
        title={t("app.page.alarmSearch")}
        facts={
          <>
            {t("alarms.search.signalsOf")} <DeviceChoice name={device?.name} onChoose={setChosen} />
          </>
        }
      />
      <div className={styles.list}>
        <AlarmSearch
          device={device}
          tenantId={tenantId}
          list={list}
          onCurve={({ thingsId, startTime, endTime }, isSignal) =>
            void navigate({
              to: DETAILS_PATH,
              search: {
                id: thingsId,
                ...(isSignal ? { tab: "dbc", sub: "curve" } : { tab: "data", sub: "history" }),
                from: startTime - AROUND_MS,
                to: (endTime ?? startTime) + AROUND_MS,
                at: startTime,
              },
            })
          }
        />
      </div>
    </>
  );
}
