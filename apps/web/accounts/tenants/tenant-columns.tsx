import { type listTenants, TENANT_ORDERS } from "@canopy/contract/accounts/operating";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { formatNumber } from "../../platform/formats.ts";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";

export type TenantRow = Reply<typeof listTenants>["list"][number];

const KIND: readonly TextKey[] = [
  "accounts.operating.kind.0",
  "accounts.operating.kind.1",
  "accounts.operating.kind.2",
];
export const STATE_TONE = { review: "ordinary", active: "green", refused: "urgent", closed: "neutral" } as const;

export function useTenantColumns(): Column<TenantRow>[] {
  const t = useText();
  const columns: Column<TenantRow>[] = [
    { key: "name", title: t("accounts.operating.tenant"), always: true, card: "title", cell: ({ name }) => name },
    {
      key: "tenant_type",
      title: t("accounts.operating.kind"),
      cell: ({ tenant_type }) => t(KIND[tenant_type] ?? "accounts.operating.kind.0"),
    },
    {
      key: "state",
      title: t("accounts.operating.state"),
      card: "aside",
      cell: ({ state }) => <Chip tone={STATE_TONE[state]}>{t(`accounts.operating.state.${state}`)}</Chip>,
    },
    { key: "users", title: t("accounts.operating.users"), align: "end", cell: ({ users }) => formatNumber(users) },
    {
      key: "created_time",
      title: t("accounts.operating.created"),
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
  ];
  return sortableBy(columns, TENANT_ORDERS);
}
