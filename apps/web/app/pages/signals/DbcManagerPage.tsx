import { STRATEGY_ORDERS } from "@canopy/contract/signals/strategies";
import { useNavigate } from "@tanstack/react-router";
import { useText } from "../../../platform/i18n.ts";
import { DbcManager } from "../../../signals/dbc/DbcManager.tsx";
import { STRATEGY_FILTERS, STRATEGY_LIST, StrategiesPane } from "../../../signals/strategies/StrategiesPane.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import "../../texts.ts";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import styles from "./dbc-manager.module.css";

/** DBC-01, DBC-02: the files, and the signal strategies made from them. */
export function DbcManagerPage() {
  const t = useText();
  const { search } = usePageSearch();
  const navigate = useNavigate();
  const tab = search.tab === "strategies" ? "strategies" : "files";
  return (
    <div className={styles.page}>
      <h1 className="unseen">{t("app.page.dbc")}</h1>
      <div className={styles.tabs}>
        <Tabs
          label={t("app.page.dbc")}
          tabs={[
            { value: "files", label: t("app.dbc.files") },
            { value: "strategies", label: t("app.dbc.strategies") },
          ]}
          value={tab}
          onChange={(next) =>
            void navigate({ to: "/Container/DBCManager", search: next === "files" ? {} : { tab: next }, replace: true })
          }
        />
      </div>
      {tab === "files" ? <Files /> : <Strategies />}
    </div>
  );
}

function Files() {
  const navigate = useNavigate();
  const { search, onSearch } = usePageSearch();
  return (
    <DbcManager
      search={search}
      onSearch={onSearch}
      onImport={(into) => void navigate({ to: "/Container/DBCImportPage", search: into ? { into } : {} })}
    />
  );
}

function Strategies() {
  const list = useListState(STRATEGY_LIST, { filterKeys: STRATEGY_FILTERS, sortKeys: STRATEGY_ORDERS });
  return (
    <div className={styles.list}>
      <StrategiesPane {...list} />
    </div>
  );
}
