import "./type-texts.ts";
import { createInfoModel, type InfoModel, listInfoModels, TYPE_ORDERS } from "@canopy/contract/devices/info-models";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Boxes, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { sortableBy } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { DeleteTypeDialog } from "./DeleteTypeDialog.tsx";
import { TypeDialog } from "./TypeDialog.tsx";
import { TypeMenu } from "./TypeMenu.tsx";
import { type TypeRow, useTypeColumns } from "./type-columns.tsx";
import { TYPES_KEY, typeQuery, useTenantId } from "./type-queries.ts";

export const TYPE_FILTERS = ["keyword", "own"] as const;

interface TypeListProps extends ListProps {
  onOpen(id: string): void;
  /** Content before the main action, such as the link to a licence. */
  actions?: ReactNode;
}

type DialogState = { kind: "create" } | { kind: "edit"; type: InfoModel } | { kind: "delete"; type: TypeRow };

/** DEV-04: the tenant's own types and those it is offered. */
export function TypeList({ onOpen, actions, ...list }: TypeListProps) {
  const t = useText();
  const client = useQueryClient();
  const tenantId = useTenantId();
  const [asking, setAsking] = useState<DialogState>();
  const { keyword = "", own = "" } = list.state.filters;
  const asked = {
    current_page: list.state.page,
    page_size: list.state.size,
    keyword,
    to_public: own !== "1",
    ...orderOf(list.state, TYPE_ORDERS),
  };
  const query = useQuery({
    queryKey: [...TYPES_KEY, tenantId, "list", asked],
    queryFn: ({ signal }) => api(listInfoModels, { params: { tenant_id: tenantId }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
    enabled: tenantId !== "",
  });
  const renew = async (text: string) => {
    setAsking(undefined);
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: TYPES_KEY });
  };
  const edit = ({ id }: TypeRow) =>
    client.fetchQuery(typeQuery(tenantId, id)).then(
      (type) => setAsking({ kind: "edit", type }),
      (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
    );
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createInfoModel)} onClick={() => setAsking({ kind: "create" })}>
      {t("devices.types.create")}
    </Button>
  );

  return (
    <>
      <ListFrame
        list="devices.types"
        label={t("devices.types.label")}
        columns={sortableBy(useTypeColumns(), TYPE_ORDERS)}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        {...sortingOf(list)}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== "" || own !== ""}
        onResetFilters={() => list.onState({ ...list.state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput
              label={t("devices.types.search")}
              value={keyword}
              onChange={(text) => list.onState(withFilter(list.state, "keyword", text))}
            />
            <Checkbox
              checked={own === "1"}
              onChange={(on) => list.onState(withFilter(list.state, "own", on ? "1" : ""))}
            >
              {t("devices.types.ownOnly")}
            </Checkbox>
          </>
        }
        actions={
          <>
            {actions}
            {create}
          </>
        }
        empty={
          <EmptyState
            icon={Boxes}
            title={t("devices.types.empty")}
            text={t("devices.types.emptyNote")}
            actions={create}
          />
        }
        rowActions={(type) => (
          <TypeMenu type={type} onEdit={() => void edit(type)} onDelete={() => setAsking({ kind: "delete", type })} />
        )}
      />
      {asking?.kind === "create" && (
        <TypeDialog
          onClose={() => setAsking(undefined)}
          onDone={({ id, name }) => {
            void renew(t("devices.types.createdNote", { name }));
            onOpen(id);
          }}
        />
      )}
      {asking?.kind === "edit" && (
        <TypeDialog
          type={asking.type}
          onClose={() => setAsking(undefined)}
          onDone={() => void renew(t("devices.types.savedNote"))}
        />
      )}
      {asking?.kind === "delete" && (
        <DeleteTypeDialog
          type={asking.type}
          onClose={() => setAsking(undefined)}
          onDone={() => void renew(t("devices.types.deletedNote", { name: asking.type.name }))}
        />
      )}
    </>
  );
}
