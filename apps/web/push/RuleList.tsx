import { createPushRule, type PushCounts, type PushRule } from "@canopy/contract/push/rules";
import { useQuery } from "@tanstack/react-query";
import { Plus, Send } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/form/Select.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { PushCountsText } from "./PushCountsText.tsx";
import { pushRulesQuery } from "./push-queries.ts";
import { RuleDialogs, type RuleTask } from "./RuleDialogs.tsx";
import { RuleMenu } from "./RuleMenu.tsx";
import { useRuleColumns } from "./rule-columns.tsx";
import { useRuleActions } from "./use-rule-actions.ts";

interface RuleListProps extends ListProps {
  tenantId: string;
  onMore(): void;
  onDeliveries(ruleId: string): void;
}

export function RuleList(props: RuleListProps) {
  const t = useText();
  const { state, onState } = props;
  const { keyword = "", enabled } = state.filters;
  const on = enabled === "true" || enabled === "false" ? enabled : undefined;
  const query = useQuery(
    pushRulesQuery({ current_page: state.page, page_size: state.size, keyword, ...(on && { enabled: on }) }),
  );
  const [task, setTask] = useState<RuleTask>();
  const { enable, resend } = useRuleActions();
  const counts = query.data?.counts;
  const denied = callDenied(createPushRule) ?? fullText(t, counts);
  const create = (
    <Button kind="main" icon={Plus} denied={denied} onClick={() => setTask({ kind: "create" })}>
      {t("push.rules.new")}
    </Button>
  );
  const menu = (rule: PushRule) => (
    <RuleMenu
      rule={rule}
      onTask={setTask}
      onResend={() => resend.mutate(rule)}
      onDeliveries={() => props.onDeliveries(rule.rule_id)}
    />
  );
  return (
    <>
      <ListFrame
        list="push.rules"
        label={t("push.rules.title")}
        note={t("push.page.lead")}
        columns={useRuleColumns(counts, (rule, isOn) => enable.mutate({ rule, enabled: isOn }))}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ rule_id }) => rule_id}
        rowName={({ name }) => name}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        filters={filtersOf(t, props)}
        filtered={keyword !== "" || on !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: { tab: "rules" } })}
        facts={counts && <PushCountsText counts={counts} onMore={props.onMore} />}
        actions={create}
        empty={
          <EmptyState icon={Send} title={t("push.rules.empty")} text={t("push.rules.emptyNote")} actions={create} />
        }
        rowActions={menu}
      />
      <RuleDialogs task={task} tenantId={props.tenantId} onTask={setTask} />
    </>
  );
}

function fullText(t: Translate, counts: PushCounts | undefined): string | undefined {
  if (!counts || counts.rules_limit === null || counts.rules < counts.rules_limit) return undefined;
  return t("push.rules.full", { limit: counts.rules_limit });
}

function filtersOf(t: Translate, { state, onState }: RuleListProps) {
  return (
    <>
      <SearchInput
        label={t("push.rules.search")}
        value={state.filters.keyword ?? ""}
        onChange={(text) => onState(withFilter(state, "keyword", text))}
      />
      <Select<string>
        aria-label={t("push.rules.state")}
        options={[
          { value: "", label: t("push.rules.stateAll") },
          { value: "true", label: t("push.rules.on") },
          { value: "false", label: t("push.rules.off") },
        ]}
        value={state.filters.enabled ?? ""}
        onChange={(value) => onState(withFilter(state, "enabled", value))}
      />
    </>
  );
}
