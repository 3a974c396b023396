import { INBOX_STATES, type InboxFile } from "@canopy/contract/files/inbox";
import { FolderInput, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { RowMenu } from "../../ui/list/RowMenu.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { useInboxColumns } from "./inbox-columns.tsx";
import { useInboxActions, useInboxFiles } from "./inbox-queries.ts";

export const INBOX_FILTERS = ["name", "state"];

interface InboxFilesProps extends ListProps {
  onOpenDevice(thingsId: string): void;
}

/** Files that were found, newest change first, and what became of them. */
export function InboxFiles({ state, onState, onOpenDevice }: InboxFilesProps) {
  const t = useText();
  const [doomed, setDoomed] = useState<InboxFile>();
  const { retry } = useInboxActions();
  const { name = "", state: asked } = state.filters;
  const chosen = INBOX_STATES.find((one) => one === asked);
  const query = useInboxFiles({
    current_page: state.page,
    page_size: state.size,
    ...(name && { name }),
    ...(chosen && { state: chosen }),
  });
  const itemsOf = (file: InboxFile) => {
    const { state: now, things_id } = file;
    const isIdle = now === "unmatched" || now === "failed";
    const busy = isIdle || now === "done" ? undefined : t("files.inbox.busy");
    return [
      ...(isIdle
        ? [{ key: "retry", label: t("files.inbox.retry"), icon: RotateCcw, onSelect: () => retry.mutate(file.id) }]
        : []),
      ...(things_id === null
        ? []
        : [{ key: "open", label: t("files.inbox.open"), icon: FolderInput, onSelect: () => onOpenDevice(things_id) }]),
      {
        key: "discard",
        label: t("files.inbox.discard"),
        icon: Trash2,
        danger: true,
        apart: true,
        denied: busy,
        onSelect: () => setDoomed(file),
      },
    ];
  };
  return (
    <>
      <ListFrame
        live
        list="files.inbox"
        label={t("files.inbox.files")}
        columns={useInboxColumns()}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        rowName={({ path }) => path}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        filtered={name !== "" || chosen !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput
              value={name}
              label={t("files.inbox.search")}
              onChange={(text) => onState(withFilter(state, "name", text))}
            />
            <Select<string>
              aria-label={t("files.inbox.state")}
              options={[
                { value: "", label: t("files.inbox.anyState") },
                ...INBOX_STATES.map((value) => ({ value, label: t(`files.inboxState.${value}`) })),
              ]}
              value={chosen ?? ""}
              onChange={(value) => onState(withFilter(state, "state", value))}
            />
          </>
        }
        rowActions={(file) => (
          <RowMenu of={file.id} label={t("files.inbox.actionsOf", { name: file.path })} items={() => itemsOf(file)} />
        )}
        empty={<EmptyState title={t("files.inbox.empty")} text={t("files.inbox.emptyNote")} />}
      />
      {doomed && <Discard file={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

function Discard({ file, onClose }: { file: InboxFile; onClose(): void }) {
  const t = useText();
  const { discard } = useInboxActions();
  return (
    <Confirm
      open
      title={t("files.inbox.discardTitle")}
      action={t("files.inbox.discard")}
      busy={discard.isPending}
      error={discard.error ? troubleOf(discard.error).text : undefined}
      onConfirm={() => discard.mutate(file.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t("files.inbox.discardNote", { name: file.path })}
    </Confirm>
  );
}
