import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { languageStore } from "../platform/language.ts";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import type { AnnouncementRow, TenantName } from "./announcement-row.ts";

export function useAnnouncementColumns(tenants: readonly TenantName[]): Column<AnnouncementRow>[] {
  const t = useText();
  const language = useStore(languageStore);
  const namesOf = (ids: readonly string[]) =>
    ids.length === 0
      ? t("messages.notices.everybody")
      : ids.map((id) => tenants.find((tenant) => tenant.id === id)?.name ?? id).join(", ");
  return [
    {
      key: "title",
      title: t("messages.notices.title"),
      cell: (row) => row[`title_${language}`],
    },
    { key: "content", title: t("messages.notices.content"), cell: (row) => row[`content_${language}`] },
    { key: "to", title: t("messages.notices.to"), cell: ({ tenant_ids }) => namesOf(tenant_ids) },
    {
      key: "from",
      title: t("messages.notices.from"),
      cell: ({ from_time }) => <TimeText at={from_time} precision="minute" />,
    },
    {
      key: "until",
      title: t("messages.notices.until"),
      cell: ({ until_time }) =>
        until_time === null ? t("messages.notices.noEnd") : <TimeText at={until_time} precision="minute" />,
    },
    {
      key: "state",
      title: t("messages.notices.state"),
      cell: (row) => <Chip>{t(`messages.notices.${stateOf(row)}`)}</Chip>,
    },
  ];
}

function stateOf({ from_time, until_time }: AnnouncementRow): "coming" | "shown" | "over" {
  const now = Date.now();
  if (from_time > now) return "coming";
  return until_time !== null && until_time <= now ? "over" : "shown";
}
