import { ECU_ORDERS } from "@canopy/contract/diagnosis/ecus";
import { PACKAGE_ORDERS } from "@canopy/contract/diagnosis/flashing/packages";
import { UNLOCK_ORDERS } from "@canopy/contract/diagnosis/unlock-files";
import { useNavigate } from "@tanstack/react-router";
import { ECU_FILTERS, EcuList } from "../../../diagnosis/ecus/EcuList.tsx";
import { UnlockList } from "../../../diagnosis/ecus/UnlockList.tsx";
import "../../../diagnosis/ecus/ecu-texts.ts";
import { FlowList } from "../../../diagnosis/packages/FlowList.tsx";
import { PackageList } from "../../../diagnosis/packages/PackageList.tsx";
import "../../../diagnosis/packages/package-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import styles from "../signals/dbc-manager.module.css";

const TABS = ["ecus", "packages", "flows", "unlock"] as const;

/** UDS-03, UDS-04: control units, packages and flows for flashing them, and the files that unlock them. */
export function EcuManagerPage() {
  const t = useText();
  const { search } = usePageSearch();
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search.tab) ?? "ecus";
  return (
    <div className={styles.page}>
      <h1 className="unseen">{t("app.page.ecu")}</h1>
      <div className={styles.tabs}>
        <Tabs
          label={t("app.page.ecu")}
          tabs={[
            { value: "ecus", label: t("diagnosis.ecus.tabEcus") },
            { value: "packages", label: t("diagnosis.package.tab") },
            { value: "flows", label: t("diagnosis.package.flowsTab") },
            { value: "unlock", label: t("diagnosis.ecus.tabUnlock") },
          ]}
          value={tab}
          onChange={(next) =>
            void navigate({ to: "/Container/ECUManager", search: next === "ecus" ? {} : { tab: next }, replace: true })
          }
        />
      </div>
      <div className={styles.list}>
        {tab === "ecus" && <Ecus />}
        {tab === "packages" && <Packages />}
        {tab === "flows" && <FlowList />}
        {tab === "unlock" && <Unlock />}
      </div>
    </div>
  );
}

function Ecus() {
  return <EcuList {...useListState("diagnosis.ecus", { filterKeys: ECU_FILTERS, sortKeys: ECU_ORDERS })} />;
}

function Packages() {
  return (
    <PackageList
      {...useListState("diagnosis.packages", { filterKeys: ["tab", "keyword"], sortKeys: PACKAGE_ORDERS })}
    />
  );
}

function Unlock() {
  return <UnlockList {...useListState("diagnosis.unlock", { filterKeys: ["tab"], sortKeys: UNLOCK_ORDERS })} />;
}
