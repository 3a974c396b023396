import { moveOrder, type WorkOrder } from "@canopy/contract/work-orders/orders";
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mayCall } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Confirm } from "../ui/form/Confirm.tsx";
import { ORDERS_KEY, ordersOfEventQuery } from "./order-queries.ts";
import styles from "./orders.module.css";
import { StatusChip } from "./StatusChip.tsx";
import "./texts.ts";

/** TRG-05: the work orders of an alarm, as chips that open them. */
export function EventOrders({ eventId, onOpen }: { eventId: string; onOpen(orderId: string): void }) {
  const t = useText();
  const { data } = useQuery(ordersOfEventQuery(eventId, "all"));
  if (!data || data.list.length === 0) return null;
  return (
    <ul className={styles.links} aria-label={t("work-orders.event.order")}>
      {data.list.map((order) => (
        <li key={order.order_id}>
          <Button kind="link" onClick={() => onOpen(order.order_id)}>
            <span className="mono">{order.identifier}</span>
          </Button>{" "}
          <StatusChip order={order} />
        </li>
      ))}
    </ul>
  );
}

/** So many closed alarms are looked at. */
const MOST_EVENTS = 20;

/** Alarms were closed: the caller's own orders about them can end with them, one after the other. */
export function ClosingOrders({ eventIds, onEnd }: { eventIds: readonly string[]; onEnd(): void }) {
  const [done, setDone] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: eventIds.slice(0, MOST_EVENTS).map((id) => ordersOfEventQuery(id, "mine")),
  });
  if (answers.some(({ isPending }) => isPending) || !mayCall(moveOrder)) return null;
  const open = answers
    .flatMap(({ data }) => data?.list ?? [])
    .find((order) => moveOf(order) !== undefined && !done.includes(order.order_id));
  if (!open) return null;
  const next = () => setDone([...done, open.order_id]);
  return <EndOrder key={open.order_id} order={open} onEnd={answers.length === 1 ? onEnd : next} />;
}

/** What ends it from the initiator's side; undefined: it is in the hands of the other. */
function moveOf({ status, is_withdrawn }: WorkOrder): "agree" | "withdraw" | undefined {
  if (status === "wait") return "agree";
  return status === "pending" && !is_withdrawn ? "withdraw" : undefined;
}

function EndOrder({ order, onEnd }: { order: WorkOrder; onEnd(): void }) {
  const t = useText();
  const client = useQueryClient();
  const move = moveOf(order) ?? "agree";
  const word = move === "agree" ? "finish" : "withdraw";
  const { order_id, version, identifier } = order;
  const ending = useMutation({
    mutationFn: () => api(moveOrder, { params: { order_id }, body: { move, version } }),
    onSuccess: onEnd,
    onSettled: () => client.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
  return (
    <Confirm
      open
      title={t(`work-orders.event.${word}Title`)}
      action={t(`work-orders.event.${word}Action`)}
      busy={ending.isPending}
      error={ending.error ? troubleOf(ending.error).text : undefined}
      onConfirm={() => ending.mutate()}
      onClose={onEnd}
    >
      {t(`work-orders.event.${word}`, { identifier })}
    </Confirm>
  );
}
