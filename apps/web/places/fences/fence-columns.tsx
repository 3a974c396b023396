import type { ListedFence } from "@canopy/contract/places/fences";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { DevicesInside } from "./DevicesInside.tsx";
import { sizeText } from "./fence-words.ts";

export function useFenceColumns(onDevice: (thingsId: string) => void): Column<ListedFence>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("places.fence.name"),
      always: true,
      card: "title",
      width: "26%",
      cell: ({ name }) => <bdi dir="auto">{name}</bdi>,
    },
    { key: "kind", title: t("places.fence.kind"), cell: ({ shape }) => t(`places.fence.kind.${shape.kind}`) },
    { key: "size", title: t("places.fence.size"), cell: ({ shape }) => sizeText(shape) },
    { key: "region", title: t("places.fence.region"), cell: ({ region }) => <bdi dir="auto">{region || UNKNOWN}</bdi> },
    {
      key: "rules",
      title: t("places.fence.rules"),
      align: "end",
      cell: ({ rules }) => <span title={rules.map(({ name }) => name).join(", ")}>{rules.length}</span>,
    },
    {
      key: "inside",
      title: t("places.fence.inside"),
      align: "end",
      cell: (fence) => <DevicesInside fence={fence} onDevice={onDevice} />,
    },
    {
      key: "updated",
      title: t("places.fence.updated"),
      extra: true,
      cell: ({ updated_time }) => <RelativeTime at={updated_time} />,
    },
  ];
}
