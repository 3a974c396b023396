import { SUB_USER_ORDERS, type SubUser } from "@canopy/contract/accounts/sub-users";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";

export function useSubUserColumns(): Column<SubUser>[] {
  const t = useText();
  const columns: Column<SubUser>[] = [
    {
      key: "name",
      title: t("accounts.people.name"),
      always: true,
      card: "title",
      cell: ({ sign_in_name }) => sign_in_name,
    },
    { key: "phone", title: t("accounts.people.phone"), cell: ({ phone }) => phone },
    { key: "email", title: t("accounts.people.email"), cell: ({ email }) => email },
    {
      key: "description",
      title: t("accounts.people.description"),
      extra: true,
      cell: ({ description }) => description,
    },
    {
      key: "tenant_level",
      title: t("accounts.people.level"),
      cell: ({ tenant_level }) => t(`accounts.people.level.${tenant_level}`),
    },
    {
      key: "devices",
      title: t("accounts.people.devices"),
      cell: ({ readable, read_write }) =>
        t("accounts.people.deviceCounts", {
          readable: formatNumber(readable),
          readWrite: formatNumber(read_write),
        }),
    },
    {
      key: "created_time",
      title: t("accounts.people.created"),
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
    {
      key: "last_seen_time",
      title: t("accounts.people.lastSeen"),
      card: "aside",
      cell: (user) => <LastSeen user={user} />,
    },
  ];
  return sortableBy(columns, SUB_USER_ORDERS);
}

function LastSeen({ user }: { user: SubUser }) {
  const t = useText();
  if (user.is_first_password) return <Chip tone="ordinary">{t("accounts.people.first")}</Chip>;
  if (user.is_outdated) return <Chip tone="tip">{t("accounts.people.outdated")}</Chip>;
  return user.last_seen_time === null ? t("accounts.people.never") : <TimeText at={user.last_seen_time} />;
}
