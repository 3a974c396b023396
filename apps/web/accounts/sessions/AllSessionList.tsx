import { ALL_SESSION_ORDERS, listAllSessions } from "@canopy/contract/accounts/operating";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { type ListProps, orderOf } from "../../ui/list/list-parts.ts";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";
import { OperatingFrame, pageQueryOf } from "../tenants/OperatingFrame.tsx";
import { agentName } from "./agent-name.ts";

type SessionRow = Reply<typeof listAllSessions>["list"][number];

export function AllSessionList(props: ListProps) {
  const t = useText();
  const asked = { ...pageQueryOf(props), ...orderOf(props.state, ALL_SESSION_ORDERS) };
  const query = useQuery({
    queryKey: [listAllSessions.name, asked],
    queryFn: ({ signal }) => api(listAllSessions, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<SessionRow>[] = [
    {
      key: "user_name",
      title: t("accounts.operating.user"),
      always: true,
      card: "title",
      cell: (row) => row.user_name,
    },
    { key: "tenant_name", title: t("accounts.operating.tenant"), cell: (row) => row.tenant_name },
    {
      key: "where",
      title: t("accounts.sessions.where"),
      cell: ({ agent }) => <span title={agent}>{agentName(agent)}</span>,
    },
    {
      key: "address",
      title: t("accounts.sessions.address"),
      cell: (row) => <span className="mono">{row.address}</span>,
    },
    { key: "created_time", title: t("accounts.sessions.created"), cell: (row) => <TimeText at={row.created_time} /> },
    {
      key: "last_seen_time",
      title: t("accounts.sessions.lastSeen"),
      card: "aside",
      cell: (row) => <RelativeTime at={row.last_seen_time} />,
    },
  ];
  return (
    <OperatingFrame
      {...props}
      list="accounts.allSessions"
      label={t("accounts.operating.sessionsNote")}
      columns={sortableBy(columns, ALL_SESSION_ORDERS)}
      query={query}
      rowKey={({ id }) => id}
    />
  );
}
