import { type AlarmRule, createAlarmRule, deleteAlarmRule, enableAlarmRule } from "@canopy/contract/alarms/rules";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellPlus, Plus } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { EditDeleteMenu } from "../ui/list/EditDeleteMenu.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { RULES_KEY, rulesQuery } from "./alarm-queries.ts";
import { useRuleColumns } from "./rule-columns.tsx";
import "./texts.ts";

interface RulesTabProps extends ListProps {
  /** The rules that watch this device; else all. */
  thingsId?: string;
  /** Opens the editor; without a rule for a new one. */
  onEdit(what: { ruleId?: string; thingsId?: string }): void;
}

/** The device that the editor tests the rule with. */
const editedRule = ({ rule_id, scope }: AlarmRule, thingsId = scope.kind === "device" ? scope.id : undefined) => ({
  ruleId: rule_id,
  ...(thingsId && { thingsId }),
});

/** TRG-01, TRG-02: the rules of a tenant, or those that watch a device. */
export function RulesTab(props: RulesTabProps) {
  const { state, onState, thingsId, onEdit } = props;
  const t = useText();
  const client = useQueryClient();
  const [deleted, setDeleted] = useState<AlarmRule>();
  const keyword = state.filters.keyword ?? "";
  const page = { current_page: state.page, page_size: state.size, keyword, ...(thingsId && { things_id: thingsId }) };
  const query = useQuery(rulesQuery(page));
  const renew = () => client.invalidateQueries({ queryKey: RULES_KEY });
  const enable = useMutation({
    mutationFn: ({ rule, on }: { rule: AlarmRule; on: boolean }) =>
      api(enableAlarmRule, { params: { rule_id: rule.rule_id }, body: { enabled: on } }),
    onError: (problem) => void addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: renew,
  });
  const remove = useMutation({
    mutationFn: ({ rule_id }: AlarmRule) => api(deleteAlarmRule, { params: { rule_id } }),
    onSuccess: async (_, { name }) => {
      setDeleted(undefined);
      addNote({ tone: "done", text: t("alarms.rules.deleted", { name }) });
      await renew();
    },
  });
  const denied = callDenied(enableAlarmRule);
  const columns = useRuleColumns({ denied, onEnable: (rule, on) => enable.mutate({ rule, on }) });
  const counts = query.data?.counts;
  const limit = (most: number | null) => most ?? t("alarms.rules.unlimited");
  return (
    <>
      <ListFrame
        list="alarms.rules"
        label={t("alarms.rules.title")}
        columns={columns}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ rule_id }) => rule_id}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        filters={
          <SearchInput
            value={keyword}
            label={t("alarms.rules.search")}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        filtered={keyword !== ""}
        onResetFilters={() => onState(withFilter(state, "keyword", ""))}
        facts={
          counts &&
          t("alarms.rules.counts", {
            own: counts.own,
            ownLimit: limit(counts.own_limit),
            tenant: counts.tenant,
            tenantLimit: limit(counts.tenant_limit),
          })
        }
        actions={
          <Button
            kind="main"
            icon={Plus}
            denied={callDenied(createAlarmRule)}
            onClick={() => onEdit({ ...(thingsId && { thingsId }) })}
          >
            {t("alarms.rules.new")}
          </Button>
        }
        empty={<EmptyState icon={BellPlus} title={t("alarms.rules.empty")} text={t("alarms.rules.emptyNote")} />}
        rowActions={(rule) => (
          <EditDeleteMenu
            label={t("alarms.rules.more", { name: rule.name })}
            edit={{ label: t("alarms.rules.edit"), denied, onSelect: () => onEdit(editedRule(rule, thingsId)) }}
            remove={{
              label: t("alarms.rules.delete"),
              denied: denied ?? (rule.enabled ? t("alarms.rules.disableFirst") : undefined),
              onSelect: () => {
                remove.reset();
                setDeleted(rule);
              },
            }}
          />
        )}
      />
      <Confirm
        open={deleted !== undefined}
        title={t("alarms.rules.deleteTitle")}
        action={t("alarms.rules.delete")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => deleted && remove.mutate(deleted)}
        onClose={() => setDeleted(undefined)}
      >
        {t("alarms.rules.deleteNote", { name: deleted?.name ?? "" })}
      </Confirm>
    </>
  );
}
