import type { ListedRule, RuleCounts } from "@canopy/contract/alarms/rules";
import { BellPlus, Plus } from "lucide-react";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { type ListState, withFilter } from "../../ui/list/list-address.ts";
import { pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { LevelFilter } from "../centre/EventFilters.tsx";
import { ReadyRules } from "./ReadyRules.tsx";
import { RuleCountsText } from "./RuleCountsText.tsx";
import { RuleDialogs } from "./RuleDialogs.tsx";
import { RuleFileMenu } from "./RuleFileMenu.tsx";
import { RULE_FILTERS, StateFilter } from "./RuleFilters.tsx";
import { RuleMenu } from "./RuleMenu.tsx";
import { RuleSelectionLine } from "./RuleSelectionLine.tsx";
import { useRuleColumns } from "./rule-columns.tsx";
import { useRuleKeys } from "./use-rule-keys.ts";
import { type RulesDesk, type RulesTabProps, useRulesDesk } from "./use-rules-desk.ts";
import "../texts.ts";

/** TRG-01, TRG-02: the rules of a tenant, or those that watch a device. */
export function RulesTab(props: RulesTabProps) {
  const desk = useRulesDesk(props);
  const { ticked, deniedOf, enable, setChosen, askDelete } = desk;
  return (
    <>
      {ticked.length > 0 && (
        <RuleSelectionLine
          rules={ticked}
          isBusy={enable.isPending}
          deniedOf={deniedOf}
          onEnable={(rules, on) => enable.mutate({ rules, on })}
          onDelete={askDelete}
          onClear={() => setChosen(new Set())}
        />
      )}
      <RulesList {...props} desk={desk} />
      <RuleDialogs desk={desk} device={props.device} />
    </>
  );
}

function RulesList(props: RulesTabProps & { desk: RulesDesk }) {
  const t = useText();
  const { state, onState, device, desk } = props;
  const { query, rules, newDenied, deniedOf, edit, create, setOn } = desk;
  const current = useRuleKeys({
    rules,
    onNew: newDenied === undefined ? () => create() : undefined,
    onEdit: (rule) => deniedOf(rule) ?? edit(rule),
    onSwitch: (rule) => deniedOf(rule) ?? setOn(rule, !rule.enabled),
  });
  return (
    <ListFrame
      list="alarms.rules"
      label={t("alarms.rules.title")}
      columns={useRuleColumns({ deniedOf, device, onEnable: setOn })}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ rule_id }) => rule_id}
      rowName={({ name }) => name}
      current={current}
      selection={{ keys: desk.chosen, onChange: desk.setChosen }}
      {...sortingOf(props)}
      paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
      filters={filtersOf(t, props)}
      filtered={RULE_FILTERS.some((key) => (state.filters[key] ?? "") !== "")}
      onResetFilters={() => onState({ ...state, page: 1, filters: clearedOf(state) })}
      facts={query.data && <Facts counts={query.data.counts} isFull={desk.full !== undefined} onMore={props.onMore} />}
      actions={actionsOf(t, desk)}
      empty={<NoRules desk={desk} thingsId={device?.id} />}
      rowActions={(rule: ListedRule) => <RowMenu rule={rule} {...props} />}
    />
  );
}

const clearedOf = ({ filters }: ListState) => ({
  ...filters,
  ...Object.fromEntries(RULE_FILTERS.map((key) => [key, ""])),
});

/** Elements of their own, which the toolbar places one by one. */
function filtersOf(t: Translate, { state, onState }: RulesTabProps) {
  const onFilter = (key: string, value: string) => onState(withFilter(state, key, value));
  return (
    <>
      <SearchInput
        value={state.filters.keyword ?? ""}
        label={t("alarms.rules.search")}
        onChange={(text) => onFilter("keyword", text)}
      />
      <LevelFilter filters={state.filters} onFilter={onFilter} />
      <StateFilter filters={state.filters} onFilter={onFilter} />
    </>
  );
}

function actionsOf(t: Translate, { newDenied, create }: RulesDesk) {
  return (
    <>
      <RuleFileMenu />
      <Button kind="main" icon={Plus} denied={newDenied} title="N" onClick={() => create()}>
        {t("alarms.rules.new")}
      </Button>
    </>
  );
}

/** TRG-01: how many rules of how many; at the limit the way to more. */
function Facts({ counts, isFull, onMore }: { counts: RuleCounts; isFull: boolean; onMore(): void }) {
  const t = useText();
  return (
    <>
      <RuleCountsText counts={counts} />{" "}
      {isFull && (
        <Button kind="link" onClick={onMore}>
          {t("alarms.rules.askMore")}
        </Button>
      )}
    </>
  );
}

function NoRules({ desk: { newDenied, create }, thingsId }: { desk: RulesDesk; thingsId: string | undefined }) {
  const t = useText();
  return (
    <EmptyState
      icon={BellPlus}
      title={t(thingsId ? "alarms.rules.empty" : "alarms.rules.emptyFleet")}
      text={t("alarms.rules.emptyNote")}
      actions={<ReadyRules thingsId={thingsId} denied={newDenied} onChoose={create} />}
    />
  );
}

function RowMenu({ rule, desk, onEvents }: { rule: ListedRule; desk: RulesDesk } & Pick<RulesTabProps, "onEvents">) {
  const { deniedOf, muteDeniedOf, full, edit, copy, setOn, onMute, askDelete } = desk;
  return (
    <RuleMenu
      rule={rule}
      denied={deniedOf(rule)}
      full={full}
      muteDenied={muteDeniedOf(rule)}
      onEdit={() => edit(rule)}
      onDuplicate={() => copy.mutate(rule)}
      onEnable={(on) => setOn(rule, on)}
      onMute={(length) => onMute(rule, length)}
      onEvents={() => onEvents(rule.rule_id)}
      onDelete={() => askDelete([rule])}
    />
  );
}
