import { useNavigate } from "@tanstack/react-router";
import { ECU_FILTERS, EcuList } from "../../diagnosis/ecus/EcuList.tsx";
import { UnlockList } from "../../diagnosis/ecus/UnlockList.tsx";
import "../../diagnosis/ecus/ecu-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { useListState } from "../use-list-state.ts";
import { usePageSearch } from "../use-page-search.ts";
import styles from "./dbc-manager.module.css";

/** UDS-03: control units, and the files that unlock them. */
export function EcuManagerPage() {
  const t = useText();
  const { search } = usePageSearch();
  const navigate = useNavigate();
  const tab = search.tab === "unlock" ? "unlock" : "ecus";
  return (
    <div className={styles.page}>
      <h1 className="unseen">{t("app.page.ecu")}</h1>
      <div className={styles.tabs}>
        <Tabs
          label={t("app.page.ecu")}
          tabs={[
            { value: "ecus", label: t("diagnosis.ecus.tabEcus") },
            { value: "unlock", label: t("diagnosis.ecus.tabUnlock") },
          ]}
          value={tab}
          onChange={(next) =>
            void navigate({ to: "/Container/ECUManager", search: next === "ecus" ? {} : { tab: next }, replace: true })
          }
        />
      </div>
      <div className={styles.list}>{tab === "ecus" ? <Ecus /> : <Unlock />}</div>
    </div>
  );
}

function Ecus() {
  return <EcuList {...useListState("diagnosis.ecus", { filterKeys: ECU_FILTERS })} />;
}

function Unlock() {
  return <UnlockList {...useListState("diagnosis.unlock", { filterKeys: ["tab"] })} />;
}
