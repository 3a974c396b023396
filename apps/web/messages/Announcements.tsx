import "./texts.ts";
import { deleteAnnouncement, listAnnouncements } from "@canopy/contract/messages/announcements";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Megaphone, Send } from "lucide-react";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { EditDeleteMenu } from "../ui/list/EditDeleteMenu.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { AnnouncementDialog } from "./AnnouncementDialog.tsx";
import { useAnnouncementColumns } from "./announcement-columns.tsx";
import type { AnnouncementRow, TenantName } from "./announcement-row.ts";
import { SendMessageDialog } from "./SendMessageDialog.tsx";

interface AnnouncementsProps extends ListProps {
  tenants: readonly TenantName[];
}

/** NAV-09, MSG-01: the operator's announcements, and the message to users of tenants. */
export function Announcements({ state, onState, tenants }: AnnouncementsProps) {
  const t = useText();
  const client = useQueryClient();
  const [edited, setEdited] = useState<AnnouncementRow | "new">();
  const [deleted, setDeleted] = useState<AnnouncementRow>();
  const [isSending, setIsSending] = useState(false);
  const asked = { current_page: state.page, page_size: state.size };
  const query = useQuery({
    queryKey: [listAnnouncements.name, asked],
    queryFn: ({ signal }) => api(listAnnouncements, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const renew = () => client.invalidateQueries({ queryKey: [listAnnouncements.name] });
  const remove = useMutation({
    mutationFn: ({ id }: AnnouncementRow) => api(deleteAnnouncement, { params: { notice_id: id } }),
    onSuccess: async () => {
      setDeleted(undefined);
      addNote({ tone: "done", text: t("messages.notices.deleted") });
      await renew();
    },
  });
  return (
    <>
      <ListFrame
        list="messages.notices"
        label={t("messages.notices.label")}
        columns={useAnnouncementColumns(tenants)}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        actions={
          <>
            <Button icon={Send} onClick={() => setIsSending(true)}>
              {t("messages.notices.send")}
            </Button>
            <Button kind="main" icon={Megaphone} onClick={() => setEdited("new")}>
              {t("messages.notices.new")}
            </Button>
          </>
        }
        rowActions={(row) => (
          <EditDeleteMenu
            label={t("messages.notices.more", { title: row.title_en })}
            edit={{ label: t("messages.notices.edit"), onSelect: () => setEdited(row) }}
            remove={{ label: t("messages.notices.delete"), onSelect: () => setDeleted(row) }}
          />
        )}
        empty={
          <EmptyState icon={Megaphone} title={t("messages.notices.empty")} text={t("messages.notices.emptyNote")} />
        }
      />
      {edited && (
        <AnnouncementDialog
          edited={edited === "new" ? undefined : edited}
          tenants={tenants}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            void renew();
          }}
        />
      )}
      {isSending && <SendMessageDialog tenants={tenants} onClose={() => setIsSending(false)} />}
      <Confirm
        open={deleted !== undefined}
        title={t("messages.notices.delete")}
        action={t("messages.notices.delete")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => deleted && remove.mutate(deleted)}
        onClose={() => setDeleted(undefined)}
      >
        {t("messages.notices.deleteNote")}
      </Confirm>
    </>
  );
}
