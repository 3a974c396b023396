import type { OrderStatus } from "@canopy/contract/work-orders/order-moves";
import {
  getOrder,
  listOrders,
  type OrderTab,
  type OrderType,
  type WORK_ORDER_COLUMNS,
} from "@canopy/contract/work-orders/orders";
import { getOrderPicture } from "@canopy/contract/work-orders/pictures";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isGone } from "../devices/device-query.ts";
import { api } from "../platform/api.ts";

export const ORDERS_KEY = ["orders"] as const;
/** Changes of the other side come as messages on the live channel; this is for the time without it. */
const LOOK_AGAIN_MS = 30_000;

interface OrdersAsked {
  readonly current_page: number;
  readonly page_size: number;
  readonly tab: OrderTab;
  readonly keyword?: string;
  readonly status?: OrderStatus;
  readonly type?: OrderType;
  readonly event_id?: string;
  readonly order_param?: (typeof WORK_ORDER_COLUMNS)[number];
  readonly order_type?: number;
}

export const ordersQuery = (asked: OrdersAsked) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, "list", asked],
    queryFn: ({ signal }) => api(listOrders, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const ordersOfEventQuery = (eventId: string, tab: OrderTab) =>
  ordersQuery({ current_page: 1, page_size: 25, tab, event_id: eventId });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, "one", id],
    queryFn: async ({ signal }) => (await api(getOrder, { params: { order_id: id } }, { signal })).data,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : LOOK_AGAIN_MS),
    retry: (count, problem) => !isGone(problem) && count < 2,
  });

/** A picture never changes. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ["order-pictures", id],
    queryFn: async ({ signal }) => (await api(getOrderPicture, { params: { picture_id: id } }, { signal })).picture,
    staleTime: Number.POSITIVE_INFINITY,
  });
