import { createOrder, ORDER_TABS, type OrderTab, type WorkOrder } from "@canopy/contract/work-orders/orders";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { usePageKeys } from "../ui/keys/page-keys.ts";
import type { ListProps } from "../ui/list/list-parts.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { OrderList } from "./OrderList.tsx";
import { ordersQuery } from "./order-queries.ts";
import styles from "./orders.module.css";
import { useOrderNews } from "./use-order-news.ts";
import "./texts.ts";

interface OrderCentreProps extends ListProps {
  onNew(): void;
  /** As whom it is opened: `handle` on the page of handlers. */
  onOpen(order: WorkOrder, tab: OrderTab): void;
}

const NOTHING_WAITS = { mine: 0, handle: 0 };
const ONE = { current_page: 1, page_size: 1, tab: "mine" } as const;

/** WO-01: one's own orders, those to handle, and all that one may see. */
export function OrderCentre({ state, onState, onNew, onOpen }: OrderCentreProps) {
  const t = useText();
  useOrderNews();
  const { data } = useQuery(ordersQuery(ONE));
  const tabs = ORDER_TABS.filter((one) => one !== "handle" || data?.may_handle !== false);
  const tab = tabs.find((one) => one === state.filters.tab) ?? "mine";
  const waiting = data?.waiting ?? NOTHING_WAITS;
  const labelOf = (one: OrderTab) =>
    one !== "all" && waiting[one] > 0
      ? t(`work-orders.tab.${one}Count`, { count: waiting[one] })
      : t(`work-orders.tab.${one}`);
  usePageKeys(t("work-orders.list.title"), [
    { keys: [["N"]], text: t("work-orders.list.new"), binding: "n", onPress: onNew },
  ]);
  return (
    <>
      <PageHeader title={t("work-orders.list.title")} />
      <div className={styles.tabbed}>
        <Tabs
          label={t("work-orders.list.title")}
          tabs={tabs.map((value) => ({ value, label: labelOf(value) }))}
          value={tab}
          onChange={(next) => onState({ ...state, page: 1, sort: null, filters: { tab: next } })}
        >
          <div className={styles.page}>
            <OrderList
              list="orders.list"
              state={state}
              onState={onState}
              tab={tab}
              withTenants={tab !== "mine" && data?.may_handle === true}
              onOpen={(order) => onOpen(order, tab)}
              actions={
                <Button kind="main" icon={Plus} denied={callDenied(createOrder)} onClick={onNew}>
                  {t("work-orders.list.new")}
                </Button>
              }
            />
          </div>
        </Tabs>
      </div>
    </>
  );
}
