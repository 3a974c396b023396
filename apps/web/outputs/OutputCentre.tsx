import "./texts.ts";
import { useText } from "../platform/i18n.ts";
import type { ListState } from "../ui/list/list-address.ts";
import type { ListProps } from "../ui/list/list-parts.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { OutputList } from "./OutputList.tsx";
import styles from "./outputs.module.css";
import { RunList } from "./RunList.tsx";

const TABS = ["outputs", "runs"] as const;
type OutputTab = (typeof TABS)[number];
/** In the address. */
export const OUTPUT_FILTERS = ["tab", "keyword", "output", "state", "run"] as const;

/** Scheduled outputs, and what their runs made. */
export function OutputCentre({ state, onState, tenantId }: ListProps & { tenantId: string }) {
  const t = useText();
  const tab = TABS.find((one) => one === state.filters.tab) ?? "outputs";
  const to = (next: OutputTab, filters: Record<string, string> = {}) => onState(emptyState(state, next, filters));
  return (
    <>
      <PageHeader title={t("outputs.list.title")} />
      <div className={styles.tabbed}>
        <Tabs
          label={t("outputs.list.title")}
          tabs={TABS.map((value) => ({ value, label: t(`outputs.tab.${value}`) }))}
          value={tab}
          onChange={to}
        >
          <div className={styles.page}>
            {tab === "outputs" && (
              <OutputList
                state={state}
                onState={onState}
                tenantId={tenantId}
                onHistory={(output) => to("runs", { output })}
                onRun={(run) => to("runs", { run })}
              />
            )}
            {tab === "runs" && <RunList state={state} onState={onState} tenantId={tenantId} />}
          </div>
        </Tabs>
      </div>
    </>
  );
}

/** Another tab has other filters. */
const emptyState = (state: ListState, tab: OutputTab, filters: Record<string, string>): ListState => ({
  ...state,
  page: 1,
  sort: null,
  filters: { tab, ...filters },
});
