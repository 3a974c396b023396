import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { CallError } from "@canopy/contract/platform/http-call";
import { orderErrors } from "@canopy/contract/work-orders/errors";
import { MOVE_NAMES, type MoveName } from "@canopy/contract/work-orders/order-moves";
import { moveOrder, type OrderDetail, remarkOrder } from "@canopy/contract/work-orders/orders";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { EVENTS_KEY } from "../alarms/alarm-keys.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { ORDERS_KEY, orderQuery } from "./order-queries.ts";

export type MoveBody = Omit<CallArguments<typeof moveOrder>["body"], "version">;

/** One move; where somebody was faster the page is read again, and says who. */
export function useMove(order: Pick<OrderDetail, "order_id" | "version">, onMoved: () => void) {
  const client = useQueryClient();
  const problemOf = useProblem();
  const { order_id, version } = order;
  const moving = useMutation({
    mutationFn: (body: MoveBody) => api(moveOrder, { params: { order_id }, body: { ...body, version } }),
    onSuccess: ({ data }) => {
      client.setQueryData(orderQuery(order_id).queryKey, data);
      onMoved();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_KEY });
      void client.invalidateQueries({ queryKey: EVENTS_KEY });
    },
  });
  return { move: moving.mutate, isBusy: moving.isPending, problem: problemOf(moving.error), reset: moving.reset };
}

export function useRemark(orderId: string, onSent: () => void) {
  const client = useQueryClient();
  const problemOf = useProblem();
  const sending = useMutation({
    mutationFn: (body: CallArguments<typeof remarkOrder>["body"]) =>
      api(remarkOrder, { params: { order_id: orderId }, body }),
    onSuccess: ({ data }) => {
      client.setQueryData(orderQuery(orderId).queryKey, data);
      onSent();
    },
  });
  return { send: sending.mutate, isBusy: sending.isPending, problem: problemOf(sending.error) };
}

const faster = z.object({
  user_name: z.string(),
  move: z.enum([...MOVE_NAMES, "created", "expired"]),
  time: z.number(),
});

function useProblem(): (thrown: unknown) => string | undefined {
  const t = useText();
  const { time } = useTimeFormats();
  return (thrown) => {
    if (!thrown) return undefined;
    const told =
      thrown instanceof CallError && thrown.code === orderErrors.moved.code ? thrown.body.details : undefined;
    const known = faster.safeParse(told);
    if (!known.success) return troubleOf(thrown).text;
    const { user_name: user, move } = known.data;
    return t("work-orders.page.faster", { did: didText(t, move, user), time: time(known.data.time, "second") });
  };
}

export const didText = (t: Translate, kind: MoveName | "created" | "expired", who: string): string =>
  t(`work-orders.did.${kind}`, { who });
