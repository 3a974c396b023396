import { CAN_KEYWORD, type listInfoModels } from "@canopy/contract/devices/info-models";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { formatNumber } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import styles from "./types.module.css";

export type TypeRow = Reply<typeof listInfoModels>["list"][number];

/** A mark other than the two known ones is a word of the tenant's own. */
export function kindWord(keyword: string, t: Translate): string {
  if (keyword === CAN_KEYWORD) return t("devices.types.kind.can");
  return keyword === "" || keyword === "iot" ? t("devices.types.kind.iot") : keyword;
}

export function useTypeColumns(): Column<TypeRow>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("devices.types.name"),
      always: true,
      card: "title",
      width: "38%",
      cell: ({ name }) => (
        <bdi className={styles.breakable} dir="auto">
          {name}
        </bdi>
      ),
    },
    {
      key: "keyword",
      title: t("devices.types.kind"),
      cell: ({ keyword }) => <Chip tone={keyword === CAN_KEYWORD ? "green" : "neutral"}>{kindWord(keyword, t)}</Chip>,
    },
    {
      key: "things_num",
      title: t("devices.types.devices"),
      align: "end",
      card: "aside",
      cell: ({ things_num }) => formatNumber(things_num),
    },
    {
      key: "own",
      title: t("devices.types.source"),
      cell: ({ own }) => t(own ? "devices.types.own" : "devices.types.offered"),
    },
    {
      key: "is_public",
      title: t("devices.types.public"),
      extra: true,
      cell: ({ is_public }) => t(is_public ? "devices.types.isPublic" : "devices.types.notPublic"),
    },
  ];
}
