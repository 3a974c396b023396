import { STATUS_TEXTS } from "@canopy/contract/work-orders/notices";
import type { WorkOrder } from "@canopy/contract/work-orders/orders";
import { useLanguage, useText } from "../platform/i18n.ts";
import { Chip } from "../ui/marks/Chip.tsx";

const TONE = {
  pending: "ordinary",
  process: "tip",
  wait: "ordinary",
  done: "green",
  abandon: "urgent",
  refuse: "neutral",
} as const;

export function StatusChip({ order }: { order: Pick<WorkOrder, "status" | "is_withdrawn"> }) {
  const t = useText();
  const language = useLanguage();
  if (order.is_withdrawn) return <Chip>{t("work-orders.status.withdrawn")}</Chip>;
  return <Chip tone={TONE[order.status]}>{STATUS_TEXTS[order.status][language]}</Chip>;
}
