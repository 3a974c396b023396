import {
  createUnlockFile,
  deleteUnlockFile,
  listUnlockFiles,
  tryUnlockFile,
  UNLOCK_ORDERS,
  type UnlockFileRow,
} from "@canopy/contract/diagnosis/unlock-files";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, FlaskConical, KeyRound, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { base64Of, chooseFile } from "../read-file.ts";
import { ECUS_KEY } from "./ecu-queries.ts";
import "./ecu-texts.ts";
import styles from "./ecus.module.css";
import { TryDialog } from "./TryDialog.tsx";

type Asking = { kind: "try" | "delete"; file: UnlockFileRow };

/** UDS-03: the content never comes back, only its hash and who uploaded it. */
export function UnlockList(list: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const { state } = list;
  const wanted = { current_page: state.page, page_size: state.size, ...orderOf(state, UNLOCK_ORDERS) };
  const query = useQuery({
    queryKey: [...ECUS_KEY, "unlock", wanted],
    queryFn: ({ signal }) => api(listUnlockFiles, { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
  });
  const renew = async (text: string) => {
    setAsking(undefined);
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ECUS_KEY });
  };
  const upload = useMutation({
    mutationFn: async (file: File) =>
      api(createUnlockFile, { body: { name: file.name, unlock_base64: await base64Of(file) } }),
    onSuccess: ({ data: { name } }) => renew(t("diagnosis.unlock.uploadedNote", { name })),
    onError: (error) => addNote({ tone: "ordinary", text: troubleOf(error).text }),
  });
  const remove = useMutation({
    mutationFn: ({ unlock_file_id }: UnlockFileRow) => api(deleteUnlockFile, { params: { unlock_file_id } }),
    onSuccess: (_, { name }) => renew(t("diagnosis.unlock.deletedNote", { name })),
  });
  const action = (
    <Button
      kind="main"
      icon={Upload}
      busy={upload.isPending}
      denied={callDenied(createUnlockFile)}
      onClick={() => chooseFile(".json,.js,.dll,.so", (file) => upload.mutate(file))}
    >
      {t("diagnosis.unlock.upload")}
    </Button>
  );
  return (
    <>
      <ListFrame
        list="diagnosis.unlock"
        label={t("diagnosis.unlock.label")}
        columns={sortableBy(columnsOf(t), UNLOCK_ORDERS)}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ unlock_file_id }) => unlock_file_id}
        {...sortingOf(list)}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        actions={action}
        empty={
          <EmptyState
            icon={KeyRound}
            title={t("diagnosis.unlock.empty")}
            text={t("diagnosis.unlock.emptyNote")}
            actions={action}
          />
        }
        rowActions={(file) => <UnlockMenu file={file} onAsk={(kind) => setAsking({ kind, file })} />}
      />
      {asking?.kind === "try" && <TryDialog file={asking.file} onClose={() => setAsking(undefined)} />}
      {asking?.kind === "delete" && (
        <Confirm
          open
          title={t("diagnosis.unlock.delete")}
          action={t("diagnosis.unlock.delete")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(asking.file)}
          onClose={() => setAsking(undefined)}
        >
          {t("diagnosis.unlock.deleteNote", { name: asking.file.name })}
        </Confirm>
      )}
    </>
  );
}

function UnlockMenu({ file, onAsk }: { file: UnlockFileRow; onAsk(kind: Asking["kind"]): void }) {
  const t = useText();
  const label = t("diagnosis.unlock.more", { name: file.name });
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        {
          key: "try",
          icon: FlaskConical,
          label: t("diagnosis.unlock.try"),
          denied: callDenied(tryUnlockFile),
          onSelect: () => onAsk("try"),
        },
        {
          key: "delete",
          icon: Trash2,
          danger: true,
          label: t("diagnosis.unlock.delete"),
          denied: callDenied(deleteUnlockFile),
          onSelect: () => onAsk("delete"),
        },
      ]}
    />
  );
}

const HASH_SHOWN = 12;

function columnsOf(t: Translate): Column<UnlockFileRow>[] {
  return [
    {
      key: "name",
      title: t("diagnosis.unlock.name"),
      always: true,
      card: "title",
      cell: ({ name }) => <bdi className={styles.breakable}>{name}</bdi>,
    },
    {
      key: "is_script",
      title: t("diagnosis.unlock.kind"),
      cell: ({ is_script }) => t(is_script ? "diagnosis.unlock.script" : "diagnosis.unlock.json"),
    },
    { key: "levels", title: t("diagnosis.unlock.levels"), card: "aside", cell: ({ levels }) => levels.join(", ") },
    {
      key: "hash",
      title: t("diagnosis.unlock.hash"),
      cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, HASH_SHOWN)}</code>,
    },
    { key: "user_name", title: t("diagnosis.unlock.who"), cell: ({ user_name }) => user_name },
    { key: "used", title: t("diagnosis.unlock.usedBy"), cell: ({ ecus }) => ecus.join(", ") || UNKNOWN },
    {
      key: "created_time",
      title: t("diagnosis.unlock.created"),
      cell: ({ created_time }) => <RelativeTime at={created_time} />,
    },
  ];
}
