import type { AccessToken } from "@canopy/contract/accounts/access-tokens";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";

export const TOKEN_SORTS = ["name", "created", "expires", "lastUsed"] as const;

export function tokenSortValue(token: AccessToken, key: string): string | number | null {
  if (key === "name") return token.name;
  if (key === "created") return token.created_time;
  return key === "expires" ? token.expires_time : token.last_used_time;
}

export function useTokenColumns(): Column<AccessToken>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("accounts.tokens.name"),
      always: true,
      sortable: true,
      card: "title",
      cell: ({ name }) => name,
    },
    {
      key: "scope",
      title: t("accounts.tokens.scope"),
      cell: ({ scope }) => <Chip>{t(`accounts.tokens.scope.${scope}`)}</Chip>,
    },
    {
      key: "devices",
      title: t("accounts.tokens.devices"),
      cell: ({ devices }) =>
        devices ? t("accounts.tokens.devicesCount", { count: devices.length }) : t("accounts.tokens.devicesAll"),
    },
    {
      key: "created",
      title: t("accounts.tokens.created"),
      sortable: true,
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
    {
      key: "expires",
      title: t("accounts.tokens.expires"),
      sortable: true,
      cell: ({ expires_time }) => (expires_time === null ? t("accounts.tokens.never") : <TimeText at={expires_time} />),
    },
    {
      key: "lastUsed",
      title: t("accounts.tokens.lastUsed"),
      sortable: true,
      cell: ({ last_used_time }) =>
        last_used_time === null ? t("accounts.tokens.unused") : <RelativeTime at={last_used_time} />,
    },
  ];
}
