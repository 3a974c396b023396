import { DELIVERY_STATES, type PushDelivery, resendPushDelivery } from "@canopy/contract/push/deliveries";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListChecks, RotateCcw } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Select } from "../ui/form/Select.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { DeliveryDrawer } from "./DeliveryDrawer.tsx";
import { useDeliveryColumns } from "./delivery-columns.tsx";
import { ALL_RULES, deliveriesQuery, PUSH_KEY, pushRulesQuery } from "./push-queries.ts";

/** What was delivered, what waits, and the dead letters. */
export function DeliveryList({ state, onState }: ListProps) {
  const t = useText();
  const { rule: ruleId = "" } = state.filters;
  const chosen = DELIVERY_STATES.find((one) => one === state.filters.state);
  const query = useQuery(
    deliveriesQuery({
      current_page: state.page,
      page_size: state.size,
      ...(ruleId && { rule_id: ruleId }),
      ...(chosen && { state: chosen }),
    }),
  );
  const [shown, setShown] = useState<string>();
  const resend = useResend(t);
  const action = (row: PushDelivery) =>
    row.state === "failed" && (
      <Button
        icon={RotateCcw}
        denied={callDenied(resendPushDelivery)}
        busy={resend.isPending && resend.variables === row.delivery_id}
        onClick={() => resend.mutate(row.delivery_id)}
      >
        {t("push.deliveries.resend")}
      </Button>
    );
  return (
    <>
      <ListFrame
        list="push.deliveries"
        label={t("push.deliveries.title")}
        columns={useDeliveryColumns((row) => setShown(row.delivery_id))}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ delivery_id }) => delivery_id}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        live
        filters={<Filters state={state} onState={onState} />}
        filtered={ruleId !== "" || chosen !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: { tab: "deliveries" } })}
        rowActions={action}
        empty={
          <EmptyState icon={ListChecks} title={t("push.deliveries.empty")} text={t("push.deliveries.emptyNote")} />
        }
      />
      {shown && (
        <DeliveryDrawer
          id={shown}
          rows={query.data?.list ?? []}
          onShow={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function useResend(t: Translate) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (delivery_id: string) => api(resendPushDelivery, { params: { delivery_id } }),
    onSuccess: () => addNote({ tone: "done", text: t("push.deliveries.resent") }),
    onError: (error) => addNote({ tone: "ordinary", text: troubleOf(error).text }),
    onSettled: () => client.invalidateQueries({ queryKey: PUSH_KEY }),
  });
}

function Filters({ state, onState }: ListProps) {
  const t = useText();
  const { data } = useQuery(pushRulesQuery(ALL_RULES));
  const rules = data?.list.map(({ rule_id, name }) => ({ value: rule_id, label: name })) ?? [];
  return (
    <>
      <Select<string>
        aria-label={t("push.deliveries.rule")}
        options={[{ value: "", label: t("push.deliveries.ruleAll") }, ...rules]}
        value={state.filters.rule ?? ""}
        onChange={(value) => onState(withFilter(state, "rule", value))}
      />
      <Select<string>
        aria-label={t("push.deliveries.state")}
        options={[
          { value: "", label: t("push.deliveries.stateAll") },
          ...DELIVERY_STATES.map((value) => ({ value, label: t(`push.state.${value}`) })),
        ]}
        value={state.filters.state ?? ""}
        onChange={(value) => onState(withFilter(state, "state", value))}
      />
    </>
  );
}
