import type { WorkOrder } from "@canopy/contract/work-orders/orders";
import { UNKNOWN } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import type { Column } from "../ui/list/columns.ts";
import { RelativeTime, TimeText } from "../ui/time/TimeText.tsx";
import { StatusChip } from "./StatusChip.tsx";

/** WO-01. `withTenants`: orders of several tenants stand in one list. */
export function useOrderColumns(onOpen: (order: WorkOrder) => void, withTenants: boolean): Column<WorkOrder>[] {
  const t = useText();
  const tenant: Column<WorkOrder> = {
    key: "tenant_name",
    title: t("work-orders.field.tenant"),
    cell: ({ tenant_name }) => <bdi>{tenant_name}</bdi>,
  };
  return [
    {
      key: "identifier",
      title: t("work-orders.field.identifier"),
      always: true,
      cell: ({ identifier }) => <span className="mono">{identifier}</span>,
    },
    {
      key: "name",
      title: t("work-orders.field.name"),
      always: true,
      card: "title",
      width: "22%",
      cell: (order) => (
        <Button
          kind="link"
          title={t("work-orders.list.open", { identifier: order.identifier })}
          onClick={() => onOpen(order)}
        >
          <bdi>{order.name}</bdi>
        </Button>
      ),
    },
    { key: "type", title: t("work-orders.field.type"), cell: ({ type }) => t(`work-orders.type.${type}`) },
    {
      key: "status",
      title: t("work-orders.field.status"),
      always: true,
      card: "aside",
      cell: (order) => <StatusChip order={order} />,
    },
    {
      key: "function",
      title: t("work-orders.field.function"),
      cell: ({ function: of }) => t(`work-orders.function.${of}`),
    },
    {
      key: "device_name",
      title: t("work-orders.field.device"),
      cell: ({ device_name }) => <bdi>{device_name ?? UNKNOWN}</bdi>,
    },
    ...(withTenants ? [tenant] : []),
    { key: "initiator", title: t("work-orders.field.initiator"), cell: ({ initiator }) => <bdi>{initiator}</bdi> },
    { key: "handler", title: t("work-orders.field.handler"), cell: ({ handler }) => <bdi>{handler ?? UNKNOWN}</bdi> },
    {
      key: "created_time",
      title: t("work-orders.field.created"),
      cell: ({ created_time }) => <TimeText at={created_time} of={null} />,
    },
    {
      key: "since_time",
      title: t("work-orders.field.since"),
      cell: ({ since_time }) => <RelativeTime at={since_time} of={null} />,
    },
  ];
}
