import "./dbc-texts.ts";
import { removeMessage } from "@canopy/can/dbc/edit/edit";
import type { Message } from "@canopy/can/dbc/model";
import { addDbcRevision, type DbcFile } from "@canopy/contract/signals/dbc-files";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { EditBar } from "../dbc-edit/EditBar.tsx";
import { seenMessage } from "../dbc-edit/message-edits.ts";
import { UnsavedGuard } from "../dbc-edit/UnsavedGuard.tsx";
import { useDbcEdit } from "../dbc-edit/use-dbc-edit.ts";
import { ValueTables } from "../dbc-edit/ValueTables.tsx";
import { DbcAttributes } from "./DbcAttributes.tsx";
import { DbcFileHead, type FileAction } from "./DbcFileHead.tsx";
import { DbcMessageList } from "./DbcMessageList.tsx";
import { DbcMessageView } from "./DbcMessageView.tsx";
import { DbcViewDialogs, type OpenDialog } from "./DbcViewDialogs.tsx";
import { exportRevision } from "./dbc-changes.ts";
import { messageKey, messageOfKey, sortedMessages } from "./dbc-key.ts";
import { DBC_KEY, type LibraryDbc } from "./dbc-library.ts";
import { dbcUsesQuery } from "./dbc-queries.ts";
import { ForeignFormat } from "./ForeignFormat.tsx";
import styles from "./manager.module.css";
import { ProblemList } from "./ProblemList.tsx";

const VIEWS = ["message", "tables", "attributes", "problems"] as const;
type View = (typeof VIEWS)[number];

type Words = Readonly<Record<string, string | undefined>>;

interface DbcFileViewProps {
  file: DbcFile;
  loaded: LibraryDbc;
  search: Words;
  onSearch(changes: Words): void;
  onImport(into?: string): void;
}

/** One revision of a file: its messages and the chosen message. Only the newest revision can be changed. */
export function DbcFileView({ file, loaded, search, onSearch, onImport }: DbcFileViewProps) {
  const t = useText();
  const client = useQueryClient();
  const isNarrow = useNarrow();
  const edit = useDbcEdit(loaded);
  const uses = useQuery(dbcUsesQuery(file.dbc_id)).data ?? [];
  // A received frame presets identifier and length.
  const seen = seenMessage(search.add);
  const [dialog, setDialog] = useState<OpenDialog | undefined>(seen && { kind: "addMessage", seen });
  const { dbc, base } = edit;
  const isNewest = search.rev === undefined;
  const isDbc = file.format === "dbc";
  const editable = isDbc && isNewest && mayCall(addDbcRevision) ? edit : undefined;
  const view = VIEWS.find((one) => one === search.view) ?? "message";
  const message = messageOfKey(dbc, search.msg ?? "") ?? (isNarrow ? undefined : sortedMessages(dbc)[0]);
  const choose = (chosen: Pick<Message, "id" | "isExtended">) =>
    onSearch({ msg: messageKey(chosen), sig: undefined, view: undefined });
  const act = (action: FileAction) => {
    if (action === "revise") return onImport(file.dbc_id);
    if (action === "export") {
      return void exportRevision(file.dbc_id, base.revision).catch((problem: unknown) =>
        addNote({ tone: "ordinary", text: troubleOf(problem).text }),
      );
    }
    setDialog({ kind: action });
  };
  const remove = () => {
    if (message && !edit.apply((before) => removeMessage(before, message)))
      onSearch({ msg: undefined, sig: undefined });
  };
  const back = () => onSearch(search.msg || search.view ? { msg: undefined, view: undefined } : { dbc: undefined });
  const showsList = !isNarrow || (!search.msg && !search.view);
  return (
    <>
      {showsList && !isNarrow && (
        <DbcMessageList
          dbc={dbc}
          chosen={message && messageKey(message)}
          onChoose={choose}
          onAdd={editable && (() => setDialog({ kind: "addMessage" }))}
        />
      )}
      <section className={styles.view} aria-label={file.name}>
        {isNarrow && (
          <Button kind="quiet" icon={ArrowLeft} onClick={back}>
            {t("signals.view.back")}
          </Button>
        )}
        <DbcFileHead
          file={file}
          revision={base.revision}
          uses={uses}
          onRevision={(rev) => onSearch({ rev: rev === undefined ? undefined : String(rev) })}
          onAction={act}
        />
        {!isDbc && (
          <ForeignFormat
            file={file}
            dbc={dbc}
            onSaved={({ dbc_id }) => onSearch({ dbc: dbc_id, msg: undefined, sig: undefined, rev: undefined })}
          />
        )}
        {editable && <EditBar edit={edit} newest={file.revision} onSave={() => setDialog({ kind: "save" })} />}
        <Tabs<View>
          label={t("signals.view.parts")}
          tabs={VIEWS.map((value) => ({
            value,
            label:
              value === "problems"
                ? t("signals.view.problems", { count: loaded.problems.length })
                : t(`signals.view.part.${value}`),
          }))}
          value={view}
          onChange={(value) => onSearch({ view: value === "message" ? undefined : value })}
        >
          <div className={styles.viewBody}>
            {view === "message" && isNarrow && !search.msg && (
              <DbcMessageList
                dbc={dbc}
                chosen={undefined}
                onChoose={choose}
                onAdd={editable && (() => setDialog({ kind: "addMessage" }))}
              />
            )}
            {view === "message" && message && (
              <DbcMessageView
                key={messageKey(message)}
                dbc={dbc}
                message={message}
                chosen={search.sig}
                onChoose={(sig) => onSearch({ sig, msg: messageKey(message) })}
                edit={editable}
                onEditMessage={() => setDialog({ kind: "editMessage", message })}
                onRemoveMessage={remove}
              />
            )}
            {view === "message" && !message && !isNarrow && <EmptyState title={t("signals.messages.none")} />}
            {view === "tables" && <ValueTables dbc={dbc} edit={editable} />}
            {view === "attributes" && <DbcAttributes dbc={dbc} edit={editable} />}
            {view === "problems" &&
              (loaded.problems.length > 0 ? (
                <ProblemList isWhole problems={loaded.problems} text={loaded.text} />
              ) : (
                <EmptyState title={t("signals.problems.none")} />
              ))}
          </div>
        </Tabs>
      </section>
      <UnsavedGuard count={edit.changes} />
      {dialog && (
        <DbcViewDialogs
          dialog={dialog}
          file={file}
          edit={edit}
          uses={uses}
          onClose={() => {
            setDialog(undefined);
            if (seen) onSearch({ add: undefined });
          }}
          onMessage={choose}
          onDone={async (note, end) => {
            setDialog(undefined);
            addNote({ tone: "done", text: note });
            if (end === "gone")
              onSearch({ dbc: undefined, msg: undefined, sig: undefined, view: undefined, rev: undefined });
            await client.invalidateQueries({ queryKey: DBC_KEY });
            // The revision that holds the changes is loaded now. A new name leaves them in the page.
            if (end === "saved") edit.discard();
          }}
        />
      )}
    </>
  );
}
