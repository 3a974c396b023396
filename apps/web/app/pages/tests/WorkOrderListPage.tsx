import { WORK_ORDER_COLUMNS } from "@canopy/contract/work-orders/orders";
import { useNavigate } from "@tanstack/react-router";
import { OrderCentre } from "../../../work-orders/OrderCentre.tsx";
import { ORDER_FILTERS } from "../../../work-orders/OrderList.tsx";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { NewOrder } from "./NewOrder.tsx";

/** WO-01: tab, filters and page are in the address; `new=1` opens the form, filled by `event`, or `device`, `from` and `to`. */
export function WorkOrderListPage() {
  const navigate = useNavigate();
  const list = useListState("orders.list", { filterKeys: ORDER_FILTERS, sortKeys: WORK_ORDER_COLUMNS });
  const { search, onSearch } = usePageSearch();
  const toOrder = (id: string) => void navigate({ to: "/Container/WorkOrderDetail", search: { id } });
  return (
    <>
      <OrderCentre
        {...list}
        onNew={() => onSearch({ new: "1" })}
        onOpen={({ order_id: id }, tab) =>
          tab === "handle" ? void navigate({ to: "/Container/HandleWorkOrder", search: { id } }) : toOrder(id)
        }
      />
      {search.new && (
        <NewOrder
          asked={search}
          onMade={toOrder}
          onClose={() =>
            onSearch({ new: undefined, event: undefined, device: undefined, from: undefined, to: undefined })
          }
        />
      )}
    </>
  );
}
