import { ALL_TOKEN_ORDERS, listAllAccessTokens } from "@canopy/contract/accounts/operating";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { type ListProps, orderOf } from "../../ui/list/list-parts.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";
import { OperatingFrame, pageQueryOf } from "../tenants/OperatingFrame.tsx";

type TokenRow = Reply<typeof listAllAccessTokens>["list"][number];

export function AllTokenList(props: ListProps) {
  const t = useText();
  const asked = { ...pageQueryOf(props), ...orderOf(props.state, ALL_TOKEN_ORDERS) };
  const query = useQuery({
    queryKey: [listAllAccessTokens.name, asked],
    queryFn: ({ signal }) => api(listAllAccessTokens, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<TokenRow>[] = [
    { key: "name", title: t("accounts.tokens.name"), always: true, card: "title", cell: (row) => row.name },
    { key: "user_name", title: t("accounts.operating.user"), cell: (row) => row.user_name },
    { key: "tenant_name", title: t("accounts.operating.tenant"), cell: (row) => row.tenant_name },
    {
      key: "scope",
      title: t("accounts.tokens.scope"),
      card: "aside",
      cell: ({ scope }) => (
        <Chip>{t(scope === "read" ? "accounts.tokens.scope.read" : "accounts.tokens.scope.read-write")}</Chip>
      ),
    },
    { key: "created_time", title: t("accounts.tokens.created"), cell: (row) => <TimeText at={row.created_time} /> },
    {
      key: "expires_time",
      title: t("accounts.tokens.expires"),
      cell: ({ expires_time: at }) => (at === null ? t("accounts.tokens.never") : <TimeText at={at} />),
    },
    {
      key: "last_used_time",
      title: t("accounts.tokens.lastUsed"),
      cell: ({ last_used_time: at }) => (at === null ? t("accounts.tokens.unused") : <RelativeTime at={at} />),
    },
  ];
  return (
    <OperatingFrame
      {...props}
      list="accounts.allTokens"
      label={t("accounts.operating.tokensNote")}
      columns={sortableBy(columns, ALL_TOKEN_ORDERS)}
      query={query}
      rowKey={({ id }) => id}
    />
  );
}
