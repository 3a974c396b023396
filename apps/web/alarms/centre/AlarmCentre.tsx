import { useQuery } from "@tanstack/react-query";
import { useText } from "../../platform/i18n.ts";
import type { ListState } from "../../ui/list/list-address.ts";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { openEventsQuery } from "../alarm-queries.ts";
import { SoundSwitch } from "../live/SoundSwitch.tsx";
import { mutesQuery, rulesQuery } from "../rule-queries.ts";
import { RulesTab } from "../rules/RulesTab.tsx";
import type { EditedRule } from "../rules/use-rules-desk.ts";
import styles from "./centre.module.css";
import { EventList } from "./EventList.tsx";
import type { EventWays } from "./event-ways.ts";
import { MutesTab } from "./MutesTab.tsx";
import "../texts.ts";

export const CENTRE_TABS = ["open", "all", "rules", "mute"] as const;
type CentreTab = (typeof CENTRE_TABS)[number];

interface AlarmCentreProps extends ListProps {
  /** The signed-in user. */
  userId: string;
  ways: EventWays;
  onEditRule(rule: EditedRule): void;
  /** To where limits are shown and more is asked for. */
  onMoreRules(): void;
}

const COUNT = { current_page: 1, page_size: 5, keyword: "" };

/** TRG-05: the alarms of the fleet, the rules that make them, and the mutes. */
export function AlarmCentre({ state, onState, userId, ways, onEditRule, onMoreRules }: AlarmCentreProps) {
  const t = useText();
  const tab: CentreTab = CENTRE_TABS.find((one) => one === state.filters.tab) ?? "open";
  const counts = useCounts();
  const list = { state, onState };
  const toTab = (next: CentreTab) => onState(emptyState(state, next));
  return (
    <>
      <PageHeader title={t("alarms.centre.title")} actions={<SoundSwitch userId={userId} />} />
      <div className={styles.tabbed}>
        <Tabs
          label={t("alarms.centre.title")}
          tabs={CENTRE_TABS.map((value) => ({ value, label: tabText(t(`alarms.centre.tab.${value}`), counts[value]) }))}
          value={tab}
          onChange={toTab}
        >
          <div className={styles.page}>
            {(tab === "open" || tab === "all") && <EventList key={tab} {...list} open={tab === "open"} ways={ways} />}
            {tab === "rules" && (
              <RulesTab
                {...list}
                onEdit={onEditRule}
                onMore={onMoreRules}
                onEvents={(rule) => onState({ ...emptyState(state, "all"), filters: { tab: "all", rule } })}
              />
            )}
            {tab === "mute" && <MutesTab {...list} />}
          </div>
        </Tabs>
      </div>
    </>
  );
}

const tabText = (name: string, count: number | undefined) => (count === undefined ? name : `${name} ${count}`);

/** Another tab has other filters. */
const emptyState = (state: ListState, tab: CentreTab): ListState => ({
  ...state,
  page: 1,
  sort: null,
  filters: { tab },
});

function useCounts(): Partial<Record<CentreTab, number>> {
  const open = useQuery(openEventsQuery).data;
  const rules = useQuery(rulesQuery(COUNT)).data;
  const mutes = useQuery(mutesQuery).data;
  return {
    ...(open && { open: open.pagination.total_size }),
    ...(rules && { rules: rules.pagination.total_size }),
    ...(mutes && { mute: mutes.length }),
  };
}
