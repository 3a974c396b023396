import type { OrderTab } from "@canopy/contract/work-orders/orders";
import { WORK_ORDER_COLUMNS } from "@canopy/contract/work-orders/orders";
import { useNavigate } from "@tanstack/react-router";
import type { TimeSpan } from "../../../ui/time/timeline.ts";
import { ORDER_FILTERS, OrderList } from "../../../work-orders/OrderList.tsx";
import { OrderView } from "../../../work-orders/OrderView.tsx";
import type { OrderWays } from "../../../work-orders/order-ways.ts";
import { useOrderNews } from "../../../work-orders/use-order-news.ts";
import { ConsolePage } from "../../console/ConsolePage.tsx";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";

const HANDLE = "/Container/HandleWorkOrder";

function useOrderWays(tab: OrderTab): OrderWays {
  const navigate = useNavigate();
  const toSpan = (id: string, { fromMs, toMs }: TimeSpan, words: Readonly<Record<string, string>>) =>
    void navigate({ to: DETAILS_PATH, search: { id, from: fromMs, to: toMs, ...words } });
  return {
    onBack: () => void navigate({ to: "/Container/WorkOrderList", search: { tab } }),
    onDevice: (id) => void navigate({ to: DETAILS_PATH, search: { id } }),
    onEvent: (event) => void navigate({ to: "/Container/AlarmCenter", search: { tab: "all", event } }),
    onCurve: (id, span) => toSpan(id, span, { tab: "dbc", sub: "curve" }),
    onFrames: (id, span) => toSpan(id, span, { tab: "data", sub: "history" }),
  };
}

/** WO-01: `?id=`, of the initiator's side. */
export function WorkOrderDetailPage() {
  const { search } = usePageSearch();
  const ways = useOrderWays("mine");
  return <OrderView key={search.id} id={search.id ?? ""} ways={ways} />;
}

/** WO-02: `?id=`, of the handler's side. */
export function HandleWorkOrderPage() {
  const { search } = usePageSearch();
  const ways = useOrderWays("handle");
  return <OrderView key={search.id} id={search.id ?? ""} ways={ways} />;
}

const OPERATED_LIST = "orders.operated";

/** USR-08: orders of all tenants in the system console; those that wait first. */
export function OperatedOrdersPage() {
  const navigate = useNavigate();
  const list = useListState(OPERATED_LIST, { filterKeys: ORDER_FILTERS, sortKeys: WORK_ORDER_COLUMNS });
  useOrderNews();
  const tab = list.state.filters.tab === "all" ? "all" : "handle";
  return (
    <ConsolePage title="app.page.operatedOrders">
      <OrderList
        {...list}
        list={OPERATED_LIST}
        tab={tab}
        withTenants
        onOpen={({ order_id: id }) => void navigate({ to: HANDLE, search: { id } })}
      />
    </ConsolePage>
  );
}
