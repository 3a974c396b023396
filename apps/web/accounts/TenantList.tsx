import { listTenants } from "@canopy/contract/accounts/operating";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { formatNumber } from "../platform/formats.ts";
import { type TextKey, useText } from "../platform/i18n.ts";
import { Chip } from "../ui/Chip.tsx";
import type { Column } from "../ui/columns.ts";
import { TimeText } from "../ui/TimeText.tsx";
import type { ListProps } from "./list-parts.ts";
import { OperatingFrame, pageQueryOf } from "./OperatingFrame.tsx";

type TenantRow = Reply<typeof listTenants>["list"][number];

const KIND: readonly TextKey[] = [
  "accounts.operating.kind.0",
  "accounts.operating.kind.1",
  "accounts.operating.kind.2",
];
const TONE = { review: "ordinary", active: "green", refused: "urgent", closed: "neutral" } as const;

export function TenantList(props: ListProps) {
  const t = useText();
  const asked = pageQueryOf(props);
  const query = useQuery({
    queryKey: [listTenants.name, asked],
    queryFn: ({ signal }) => api(listTenants, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<TenantRow>[] = [
    { key: "name", title: t("accounts.operating.tenant"), always: true, card: "title", cell: ({ name }) => name },
    {
      key: "kind",
      title: t("accounts.operating.kind"),
      cell: ({ tenant_type }) => t(KIND[tenant_type] ?? "accounts.operating.kind.0"),
    },
    {
      key: "state",
      title: t("accounts.operating.state"),
      card: "aside",
      cell: ({ state }) => <Chip tone={TONE[state]}>{t(`accounts.operating.state.${state}`)}</Chip>,
    },
    { key: "users", title: t("accounts.operating.users"), align: "end", cell: ({ users }) => formatNumber(users) },
    {
      key: "created",
      title: t("accounts.operating.created"),
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
  ];
  return (
    <OperatingFrame
      {...props}
      list="accounts.tenants"
      label={t("accounts.operating.tenantsNote")}
      columns={columns}
      query={query}
      rowKey={({ id }) => id}
    />
  );
}
