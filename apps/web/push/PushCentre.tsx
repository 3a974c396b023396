import "./texts.ts";
import { useText } from "../platform/i18n.ts";
import type { ListState } from "../ui/list/list-address.ts";
import type { ListProps } from "../ui/list/list-parts.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { DeliveryList } from "./DeliveryList.tsx";
import styles from "./push.module.css";
import { RuleList } from "./RuleList.tsx";

const TABS = ["rules", "deliveries"] as const;
type PushTab = (typeof TABS)[number];
/** In the address. */
export const PUSH_FILTERS = ["tab", "keyword", "enabled", "rule", "state"] as const;

interface PushCentreProps extends ListProps {
  tenantId: string;
  /** To where limits are shown and more is asked for. */
  onMore(): void;
}

/** CAP-01: the push rules of a tenant, and what they delivered. */
export function PushCentre({ state, onState, tenantId, onMore }: PushCentreProps) {
  const t = useText();
  const tab = TABS.find((one) => one === state.filters.tab) ?? "rules";
  const to = (next: PushTab, filters: Record<string, string> = {}) => onState(emptyState(state, next, filters));
  return (
    <>
      <PageHeader title={t("push.rules.title")} />
      <div className={styles.tabbed}>
        <Tabs
          label={t("push.rules.title")}
          tabs={TABS.map((value) => ({ value, label: t(`push.tab.${value}`) }))}
          value={tab}
          onChange={to}
        >
          <div className={styles.page}>
            {tab === "rules" && (
              <RuleList
                state={state}
                onState={onState}
                tenantId={tenantId}
                onMore={onMore}
                onDeliveries={(rule) => to("deliveries", { rule })}
              />
            )}
            {tab === "deliveries" && <DeliveryList state={state} onState={onState} />}
          </div>
        </Tabs>
      </div>
    </>
  );
}

/** Another tab has other filters. */
const emptyState = (state: ListState, tab: PushTab, filters: Record<string, string>): ListState => ({
  ...state,
  page: 1,
  sort: null,
  filters: { tab, ...filters },
});
