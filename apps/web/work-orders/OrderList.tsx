import { STATUS_TEXTS } from "@canopy/contract/work-orders/notices";
import { ORDER_STATUSES } from "@canopy/contract/work-orders/order-moves";
import { ORDER_TYPES, type OrderTab, WORK_ORDER_COLUMNS, type WorkOrder } from "@canopy/contract/work-orders/orders";
import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage, useText } from "../platform/i18n.ts";
import { Select } from "../ui/form/Select.tsx";
import { sortableBy } from "../ui/list/columns.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { useOrderColumns } from "./order-columns.tsx";
import { ordersQuery } from "./order-queries.ts";
import "./texts.ts";

/** In the address. */
export const ORDER_FILTERS = ["tab", "keyword", "status", "type"] as const;

interface OrderListProps extends ListProps {
  /** Under this name the page size is kept. */
  list: string;
  tab: OrderTab;
  withTenants: boolean;
  onOpen(order: WorkOrder): void;
  actions?: ReactNode;
}

/** WO-01 */
export function OrderList({ list, state, onState, tab, withTenants, onOpen, actions }: OrderListProps) {
  const t = useText();
  const { keyword = "" } = state.filters;
  const status = ORDER_STATUSES.find((one) => one === state.filters.status);
  const type = ORDER_TYPES.find((one) => one === state.filters.type);
  const page = { current_page: state.page, page_size: state.size, ...orderOf(state, WORK_ORDER_COLUMNS) };
  const asked = { ...page, tab, keyword };
  const query = useQuery(ordersQuery({ ...asked, ...(status && { status }), ...(type && { type }) }));
  const note = tab === "handle" ? undefined : t("work-orders.list.emptyNote");
  return (
    <ListFrame
      list={list}
      label={t("work-orders.list.title")}
      columns={sortableBy(useOrderColumns(onOpen, withTenants), WORK_ORDER_COLUMNS)}
      rows={rowsOfQuery(query, ({ list: rows }) => rows)}
      rowKey={({ order_id }) => order_id}
      {...sortingOf({ state, onState })}
      paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
      live={state.sort === null}
      filters={<Filters state={state} onState={onState} />}
      filtered={keyword !== "" || status !== undefined || type !== undefined}
      onResetFilters={() => onState({ ...state, page: 1, filters: { tab } })}
      actions={actions}
      empty={
        <EmptyState
          icon={ClipboardList}
          title={t(tab === "handle" ? "work-orders.list.emptyHandle" : "work-orders.list.empty")}
          text={note}
          actions={actions}
        />
      }
    />
  );
}

function Filters({ state, onState }: ListProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <SearchInput
        label={t("work-orders.list.keyword")}
        value={state.filters.keyword ?? ""}
        onChange={(text) => onState(withFilter(state, "keyword", text))}
      />
      <Select<string>
        aria-label={t("work-orders.field.status")}
        options={[
          { value: "", label: t("work-orders.list.anyStatus") },
          ...ORDER_STATUSES.map((value) => ({ value, label: STATUS_TEXTS[value][language] })),
        ]}
        value={state.filters.status ?? ""}
        onChange={(value) => onState(withFilter(state, "status", value))}
      />
      <Select<string>
        aria-label={t("work-orders.field.type")}
        options={[
          { value: "", label: t("work-orders.list.anyType") },
          ...ORDER_TYPES.map((value) => ({ value, label: t(`work-orders.type.${value}`) })),
        ]}
        value={state.filters.type ?? ""}
        onChange={(value) => onState(withFilter(state, "type", value))}
      />
    </>
  );
}
