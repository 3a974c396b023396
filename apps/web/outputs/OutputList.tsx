import { createOutput, type Output } from "@canopy/contract/outputs/outputs";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Confirm } from "../ui/form/Confirm.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { OutputEditor } from "./OutputEditor.tsx";
import { OutputMenu } from "./OutputMenu.tsx";
import { useOutputColumns } from "./output-columns.tsx";
import { outputsQuery } from "./output-queries.ts";
import { useOutputActions } from "./use-output-actions.ts";

/** What one is about to do. */
type Task = { readonly kind: "create" } | { readonly kind: "edit" | "delete"; readonly output: Output };

interface OutputListProps extends ListProps {
  tenantId: string;
  onHistory(outputId: string): void;
  onRun(runId: string): void;
}

export function OutputList({ state, onState, tenantId, onHistory, onRun }: OutputListProps) {
  const t = useText();
  const { keyword = "" } = state.filters;
  const query = useQuery(outputsQuery({ current_page: state.page, page_size: state.size, keyword }));
  const [task, setTask] = useState<Task>();
  const { enable, run } = useOutputActions();
  const { limit = Number.POSITIVE_INFINITY, pagination } = query.data ?? {};
  const isFull = keyword === "" && (pagination?.total_size ?? 0) >= limit;
  const denied = callDenied(createOutput) ?? (isFull ? t("outputs.list.full", { limit }) : undefined);
  const create = (
    <Button kind="main" icon={Plus} denied={denied} onClick={() => setTask({ kind: "create" })}>
      {t("outputs.list.new")}
    </Button>
  );
  const menu = (output: Output) => (
    <OutputMenu
      output={output}
      onRun={() => run.mutate(output)}
      onEdit={() => setTask({ kind: "edit", output })}
      onHistory={() => onHistory(output.output_id)}
      onDelete={() => setTask({ kind: "delete", output })}
    />
  );
  const close = () => setTask(undefined);
  return (
    <>
      <ListFrame
        list="outputs"
        label={t("outputs.list.title")}
        note={t("outputs.list.lead")}
        columns={useOutputColumns({ onEnable: (output, enabled) => enable.mutate({ output, enabled }), onRun })}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ output_id }) => output_id}
        rowName={({ name }) => name}
        paging={pagingOf({ state, onState }, pagination?.total_size ?? 0)}
        filters={
          <SearchInput
            label={t("outputs.list.search")}
            value={keyword}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        filtered={keyword !== ""}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        actions={create}
        empty={
          <EmptyState
            icon={CalendarClock}
            title={t("outputs.list.empty")}
            text={t("outputs.list.emptyNote")}
            actions={create}
          />
        }
        rowActions={menu}
      />
      {(task?.kind === "create" || task?.kind === "edit") && (
        <OutputEditor output={task.kind === "edit" ? task.output : undefined} tenantId={tenantId} onClose={close} />
      )}
      {task?.kind === "delete" && <DeleteOutput output={task.output} onClose={close} />}
    </>
  );
}

function DeleteOutput({ output, onClose }: { output: Output; onClose(): void }) {
  const t = useText();
  const { remove } = useOutputActions();
  return (
    <Confirm
      open
      title={t("outputs.list.deleteTitle")}
      action={t("outputs.list.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate(output, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t("outputs.list.deleteText", { name: output.name })}
    </Confirm>
  );
}
