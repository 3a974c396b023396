import { type OutputRun, RUN_STATES, retryOutputRun } from "@canopy/contract/outputs/outputs";
import { useQuery } from "@tanstack/react-query";
import { ListChecks, RotateCcw } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/form/Select.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { ALL_OUTPUTS, outputsQuery, runsQuery } from "./output-queries.ts";
import { RunDrawer } from "./RunDrawer.tsx";
import { useRunColumns } from "./run-columns.tsx";
import { useRunActions } from "./use-output-actions.ts";

/** What ran, what came of it, and the files. The open run is in the address. */
export function RunList({ state, onState, tenantId }: ListProps & { tenantId: string }) {
  const t = useText();
  const { output = "", run: shown = "" } = state.filters;
  const chosen = RUN_STATES.find((one) => one === state.filters.state);
  const asked = { current_page: state.page, page_size: state.size };
  const query = useQuery(
    runsQuery({ ...asked, ...(output && { output_id: output }), ...(chosen && { state: chosen }) }),
  );
  const show = (id: string) => onState({ ...state, filters: { ...state.filters, run: id } });
  const { retry } = useRunActions(tenantId);
  const action = (run: OutputRun) =>
    (run.state === "failed" || run.state === "waiting") && (
      <Button
        icon={RotateCcw}
        denied={callDenied(retryOutputRun)}
        busy={retry.isPending && retry.variables === run.run_id}
        onClick={() => retry.mutate(run.run_id)}
      >
        {t("outputs.runs.retry")}
      </Button>
    );
  return (
    <>
      <ListFrame
        list="outputs.runs"
        label={t("outputs.runs.title")}
        columns={useRunColumns(({ run_id }) => show(run_id))}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ run_id }) => run_id}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        live
        filters={<Filters state={state} onState={onState} />}
        filtered={output !== "" || chosen !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: { tab: "runs" } })}
        rowActions={action}
        empty={<EmptyState icon={ListChecks} title={t("outputs.runs.empty")} text={t("outputs.runs.emptyNote")} />}
      />
      {shown !== "" && (
        <RunDrawer
          id={shown}
          rows={query.data?.list ?? []}
          tenantId={tenantId}
          onShow={show}
          onClose={() => show("")}
        />
      )}
    </>
  );
}

function Filters({ state, onState }: ListProps) {
  const t = useText();
  const { data } = useQuery(outputsQuery(ALL_OUTPUTS));
  const outputs = data?.list.map(({ output_id, name }) => ({ value: output_id, label: name })) ?? [];
  return (
    <>
      <Select<string>
        aria-label={t("outputs.runs.output")}
        options={[{ value: "", label: t("outputs.runs.outputAll") }, ...outputs]}
        value={state.filters.output ?? ""}
        onChange={(value) => onState(withFilter(state, "output", value))}
      />
      <Select<string>
        aria-label={t("outputs.runs.state")}
        options={[
          { value: "", label: t("outputs.runs.stateAll") },
          ...RUN_STATES.map((value) => ({ value, label: t(`outputs.state.${value}`) })),
        ]}
        value={state.filters.state ?? ""}
        onChange={(value) => onState(withFilter(state, "state", value))}
      />
    </>
  );
}
