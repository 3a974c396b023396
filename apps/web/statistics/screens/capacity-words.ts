import type { CapacityFigures } from "../../capacity/capacity-queries.ts";
import { formatBytes, formatNumber, formatQuantity } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";

/** How much of the capacity is used; where it has no limit, how many bytes. */
export function storedText(capacity: CapacityFigures | undefined): string {
  if (!capacity) return formatNumber(undefined);
  const { used, total } = capacity.data;
  return total === null ? formatBytes(used) : formatQuantity((used / total) * 100, "%", { digits: 0 });
}

/** When it will be full. */
export function timeLeft(t: Translate, { data, usage }: CapacityFigures): string {
  if (data.total === null) return t("statistics.screen.noLimit");
  if (usage.days_to_full === null) return t("statistics.screen.notInSight");
  return t("statistics.screen.daysLeft", { days: Math.floor(usage.days_to_full) });
}
