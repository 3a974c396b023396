import {
  createStrategy,
  deleteStrategy,
  STRATEGY_ORDERS,
  type Strategy,
  updateStrategy,
} from "@canopy/contract/signals/strategies";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers, Plus } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { useDbcFiles } from "../dbc/dbc-library.ts";
import { StrategyDialog } from "./StrategyDialog.tsx";
import { STRATEGY_KEYS, strategiesQuery } from "./strategy-queries.ts";
import "./strategy-texts.ts";

export const STRATEGY_LIST = "signals.strategies";
/** `tab` is the shown part of the page. */
export const STRATEGY_FILTERS = ["tab", "keyword"];

/** DBC-02: the tenant's signal strategies. */
export function StrategiesPane(props: ListProps) {
  const { state, onState } = props;
  const t = useText();
  const client = useQueryClient();
  const keyword = state.filters.keyword ?? "";
  const [dialog, setDialog] = useState<{ strategy?: Strategy }>();
  const [deleted, setDeleted] = useState<Strategy>();
  const files = useDbcFiles();
  const page = { current_page: state.page, page_size: state.size, ...orderOf(state, STRATEGY_ORDERS) };
  const query = useQuery(strategiesQuery({ ...page, keyword }));
  const renew = () => Promise.all(STRATEGY_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
  const remove = useMutation({
    mutationFn: ({ strategy_id }: Strategy) => api(deleteStrategy, { params: { strategy_id } }),
    onSuccess: async (_, { name }) => {
      setDeleted(undefined);
      addNote({ tone: "done", text: t("signals.strategies.deleted", { name }) });
      await renew();
    },
  });
  const noDbc = files.data?.some((file) => file.state === "ready") ? undefined : t("signals.strategies.noDbc");
  return (
    <>
      <ListFrame
        list={STRATEGY_LIST}
        label={t("signals.strategies.title")}
        columns={sortableBy(useColumns(), STRATEGY_ORDERS)}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ strategy_id }) => strategy_id}
        {...sortingOf(props)}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        filters={
          <SearchInput
            value={keyword}
            label={t("signals.strategies.search")}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        filtered={keyword !== ""}
        onResetFilters={() => onState(withFilter(state, "keyword", ""))}
        actions={
          <Button kind="main" icon={Plus} denied={callDenied(createStrategy) ?? noDbc} onClick={() => setDialog({})}>
            {t("signals.strategies.create")}
          </Button>
        }
        empty={
          <EmptyState icon={Layers} title={t("signals.strategies.empty")} text={t("signals.strategies.emptyNote")} />
        }
        rowActions={(strategy) => (
          <EditDeleteMenu
            label={t("signals.strategies.more", { name: strategy.name })}
            edit={{
              label: t("signals.strategies.edit"),
              denied: callDenied(updateStrategy),
              onSelect: () => setDialog({ strategy }),
            }}
            remove={{
              label: t("signals.strategies.delete"),
              denied: callDenied(deleteStrategy),
              onSelect: () => {
                remove.reset();
                setDeleted(strategy);
              },
            }}
          />
        )}
      />
      {dialog && (
        <StrategyDialog
          strategy={dialog.strategy}
          onClose={() => setDialog(undefined)}
          onDone={(name) => {
            setDialog(undefined);
            addNote({ tone: "done", text: t("signals.strategies.saved", { name }) });
            void renew();
          }}
        />
      )}
      <Confirm
        open={deleted !== undefined}
        title={t("signals.strategies.deleteTitle")}
        action={t("signals.strategies.delete")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => deleted && remove.mutate(deleted)}
        onClose={() => setDeleted(undefined)}
      >
        {t("signals.strategies.deleteNote", { name: deleted?.name ?? "" })}
      </Confirm>
    </>
  );
}

function useColumns(): readonly Column<Strategy>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("signals.strategies.name"),
      always: true,
      card: "title",
      cell: ({ name }) => <span className="mono">{name}</span>,
    },
    { key: "nickname", title: t("signals.strategies.nickname"), cell: ({ nickname }) => <bdi>{nickname}</bdi> },
    { key: "dbc_name", title: t("signals.strategies.dbc"), cell: ({ dbc_name }) => <bdi>{dbc_name}</bdi> },
    {
      key: "signal_count",
      title: t("signals.strategies.signals"),
      align: "end",
      cell: ({ signal_count }) => signal_count,
    },
    { key: "bindings", title: t("signals.strategies.bindings"), align: "end", cell: ({ bindings }) => bindings },
    { key: "remark", title: t("signals.strategies.remark"), cell: ({ remark }) => <bdi>{remark}</bdi> },
    {
      key: "updated_time",
      title: t("signals.strategies.updated"),
      cell: ({ updated_time }) => <RelativeTime at={updated_time} />,
    },
  ];
}
