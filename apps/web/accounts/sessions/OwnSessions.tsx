import "../texts.ts";
import { deleteSession, listSessions } from "@canopy/contract/accounts/sessions";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withSort } from "../../ui/list/list-address.ts";
import { type ListProps, pageOfRows, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";
import { agentName } from "./agent-name.ts";

type OwnSession = Reply<typeof listSessions>["list"][number];

export const SESSION_SORTS = ["created", "lastSeen", "expires"] as const;
const KEY = ["accounts", "sessions"];

/** One's own sessions, ended one by one. */
export function OwnSessions(props: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [ending, setEnding] = useState<OwnSession>();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api(listSessions, {}, { signal }) });
  const end = useMutation({
    mutationFn: (id: string) => api(deleteSession, { params: { session_id: id } }),
    onSuccess: async () => {
      setEnding(undefined);
      addNote({ tone: "done", text: t("accounts.sessions.ended") });
      await client.invalidateQueries({ queryKey: KEY });
    },
  });
  const rows = rowsOfQuery(query, ({ list }) => pageOfRows(list, props.state, sortValue));

  return (
    <>
      <ListFrame
        list="accounts.sessions"
        label={t("accounts.sessions.where")}
        columns={useColumns()}
        rows={rows}
        rowKey={(session) => session.id}
        paging={pagingOf(props, query.data?.list.length ?? 0)}
        sort={props.state.sort}
        onSort={(sort) => props.onState(withSort(props.state, sort))}
        note={t("accounts.sessions.note")}
        rowActions={(session) =>
          session.current ? null : (
            <Button
              kind="link"
              aria-label={t("accounts.sessions.endLabel", { where: agentName(session.agent) })}
              onClick={() => setEnding(session)}
            >
              {t("accounts.sessions.end")}
            </Button>
          )
        }
      />
      <Confirm
        open={ending !== undefined}
        title={t("accounts.sessions.endTitle")}
        action={t("accounts.sessions.end")}
        busy={end.isPending}
        error={end.error ? troubleOf(end.error).text : undefined}
        onConfirm={() => ending && end.mutate(ending.id)}
        onClose={() => setEnding(undefined)}
      >
        {ending && t("accounts.sessions.endNote", { where: agentName(ending.agent), address: ending.address })}
      </Confirm>
    </>
  );
}

function sortValue(session: OwnSession, key: string): number {
  if (key === "created") return session.created_time;
  return key === "expires" ? session.expires_time : session.last_seen_time;
}

function useColumns(): Column<OwnSession>[] {
  const t = useText();
  return [
    {
      key: "where",
      title: t("accounts.sessions.where"),
      always: true,
      card: "title",
      cell: (session) => (
        <span title={session.agent}>
          {agentName(session.agent)} {session.current && <Chip tone="green">{t("accounts.sessions.current")}</Chip>}
        </span>
      ),
    },
    {
      key: "address",
      title: t("accounts.sessions.address"),
      cell: ({ address }) => <span className="mono">{address}</span>,
    },
    {
      key: "created",
      title: t("accounts.sessions.created"),
      sortable: true,
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
    {
      key: "lastSeen",
      title: t("accounts.sessions.lastSeen"),
      sortable: true,
      cell: ({ last_seen_time }) => <RelativeTime at={last_seen_time} />,
    },
    {
      key: "expires",
      title: t("accounts.sessions.expires"),
      sortable: true,
      cell: ({ expires_time }) => <TimeText at={expires_time} />,
    },
  ];
}
