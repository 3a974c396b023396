import "../texts.ts";
import "./owner-texts.ts";
import { listOwners, OWNER_ORDERS } from "@canopy/contract/accounts/owners";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { type ListProps, orderOf } from "../../ui/list/list-parts.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { OperatingFrame, pageQueryOf } from "./OperatingFrame.tsx";
import { STATE_TONE } from "./tenant-columns.tsx";

type OwnerRow = Reply<typeof listOwners>["list"][number];

/** USR-01: a merchant's own owners, with whom to call; never their data. */
export function OwnerList(props: ListProps) {
  const t = useText();
  const asked = { ...pageQueryOf(props), ...orderOf(props.state, OWNER_ORDERS) };
  const query = useQuery({
    queryKey: [listOwners.name, asked],
    queryFn: ({ signal }) => api(listOwners, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <OperatingFrame
      {...props}
      list="accounts.owners"
      label={t("accounts.owners.note")}
      columns={sortableBy(useOwnerColumns(), OWNER_ORDERS)}
      query={query}
      rowKey={({ id }) => id}
    />
  );
}

function useOwnerColumns(): Column<OwnerRow>[] {
  const t = useText();
  return [
    { key: "name", title: t("accounts.owners.name"), always: true, card: "title", cell: ({ name }) => name },
    { key: "organization_name", title: t("accounts.owners.organization"), cell: (owner) => owner.organization_name },
    {
      key: "state",
      title: t("accounts.operating.state"),
      card: "aside",
      cell: ({ state }) => <Chip tone={STATE_TONE[state]}>{t(`accounts.operating.state.${state}`)}</Chip>,
    },
    { key: "contact_name", title: t("accounts.owners.contact"), cell: ({ contact_name }) => contact_name },
    { key: "phone", title: t("accounts.owners.phone"), cell: ({ phone }) => phone },
    { key: "email", title: t("accounts.owners.email"), cell: ({ email }) => email },
    { key: "devices", title: t("accounts.owners.devices"), align: "end", cell: ({ devices }) => formatNumber(devices) },
    {
      key: "created_time",
      title: t("accounts.operating.created"),
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
  ];
}
