import type { GroupFigures, StatisticGroup } from "@canopy/contract/statistics/fleet";
import { formatNumber, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import type { Column } from "../ui/list/columns.ts";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { alarmsOf, figureOf, METRICS, type Metric, onlineShare, shownValue } from "./statistic-figures.ts";

export const STATISTIC_SORTS = ["name", "devices", "share", "trips", "last", ...METRICS] as const;

/** A group of devices without a type or label has a name of the page. */
export function useGroupName(by: StatisticGroup): (group: GroupFigures) => string {
  const t = useText();
  const none = by === "type" ? t("statistics.by.noType") : t("statistics.by.noLabel");
  return ({ id, name }) => (id === null ? none : name);
}

interface ColumnOptions {
  by: StatisticGroup;
  onDevice(thingsId: string): void;
}

export function useStatisticColumns({ by, onDevice }: ColumnOptions): Column<GroupFigures>[] {
  const t = useText();
  const nameOf = useGroupName(by);
  const metric = (key: Metric): Column<GroupFigures> => ({
    key,
    title: t(`statistics.metric.${key}`),
    align: "end",
    sortable: true,
    cell: (group) => shownValue(figureOf(group, key), key),
  });
  return [
    {
      key: "name",
      title: t(`statistics.by.${by}`),
      always: true,
      sortable: true,
      card: "title",
      cell: (group) =>
        by === "device" && group.id !== null ? (
          <Button kind="link" onClick={() => onDevice(group.id ?? "")}>
            <bdi>{group.name}</bdi>
          </Button>
        ) : (
          <bdi>{nameOf(group)}</bdi>
        ),
    },
    ...(by === "device" ? [] : [devicesColumn(t("statistics.field.devices"))]),
    metric("frames"),
    metric("bytes"),
    {
      key: "share",
      title: t("statistics.field.onlineShare"),
      align: "end",
      sortable: true,
      cell: (group) => formatQuantity(onlineShare(group), "%", { digits: 1 }),
    },
    metric("alarms"),
    metric("distance"),
    {
      key: "trips",
      title: t("statistics.field.trips"),
      align: "end",
      sortable: true,
      cell: ({ trips }) => formatNumber(trips),
    },
    {
      key: "last",
      title: t("statistics.field.last"),
      sortable: true,
      cell: ({ last_time }) => <RelativeTime at={last_time} of={null} />,
    },
  ];
}

const devicesColumn = (title: string): Column<GroupFigures> => ({
  key: "devices",
  title,
  align: "end",
  sortable: true,
  cell: ({ devices }) => formatNumber(devices),
});

export function sortValueOf(group: GroupFigures, key: string): string | number | null {
  if (key === "name") return group.name;
  if (key === "devices" || key === "trips") return group[key];
  if (key === "last") return group.last_time;
  if (key === "share") return onlineShare(group);
  const metric = METRICS.find((one) => one === key) ?? "frames";
  return metric === "alarms" ? alarmsOf(group) : figureOf(group, metric);
}
