import "./dbc-texts.ts";
import { uploadDbc } from "@canopy/contract/signals/dbc-files";
import { FileCode2, Upload } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { readSort, sortText } from "../../ui/list/list-address.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { DbcFileList, FILE_SORTS } from "./DbcFileList.tsx";
import { DbcFileView } from "./DbcFileView.tsx";
import { messageKey } from "./dbc-key.ts";
import { useDbcFiles, useParsedDbc } from "./dbc-library.ts";
import styles from "./manager.module.css";

type Words = Readonly<Record<string, string | undefined>>;

interface DbcManagerProps {
  /** Keys of the address: `dbc`, `rev`, `msg`, `sig`, `view`, `q`, `sort`. */
  search: Words;
  onSearch(changes: Words): void;
  /** Opens the import page; with an id, for a new revision of that file. */
  onImport(into?: string): void;
}

/** DBC-01: the library on the left, the messages of a file, and one of them with its signals. */
export function DbcManager({ search, onSearch, onImport }: DbcManagerProps) {
  const t = useText();
  const isNarrow = useNarrow();
  const files = useDbcFiles();
  const chosen = search.dbc ?? (isNarrow ? undefined : files.data?.[0]?.dbc_id);
  if (files.error && !files.data) {
    const retry = () => void files.refetch();
    return <FailedState title={t("signals.files.failed")} trouble={troubleOf(files.error)} onRetry={retry} />;
  }
  if (!files.data) return <Skeleton rows={10} columns={3} />;
  if (files.data.length === 0) return <NoFiles onImport={() => onImport()} />;
  const list = (
    <DbcFileList
      files={files.data}
      chosen={chosen}
      keyword={search.q ?? ""}
      onKeyword={(q) => onSearch({ q: q || undefined })}
      sort={readSort(search.sort, FILE_SORTS)}
      onSort={(sort) => onSearch({ sort: sort ? sortText(sort) : undefined })}
      onChoose={(dbc) => onSearch({ ...NO_PLACE, dbc })}
      onHit={(hit) =>
        onSearch({
          ...NO_PLACE,
          dbc: hit.dbc_id,
          msg: messageKey({ id: hit.message_id, isExtended: hit.is_extended }),
          sig: hit.signal ?? undefined,
        })
      }
      onImport={() => onImport()}
    />
  );
  const file = files.data.find(({ dbc_id }) => dbc_id === chosen);
  return (
    <div className={styles.manager}>
      {(!isNarrow || !chosen) && list}
      {chosen && !file && (
        <div className={styles.wide}>
          <EmptyState
            icon={FileCode2}
            title={t("signals.view.gone")}
            text={t("signals.view.goneNote")}
            actions={
              <Button onClick={() => onSearch({ ...NO_PLACE, dbc: undefined })}>{t("signals.view.toList")}</Button>
            }
          />
        </div>
      )}
      {file && (
        <LoadedFile
          key={`${file.dbc_id}/${search.rev ?? ""}`}
          file={file}
          search={search}
          onSearch={onSearch}
          onImport={onImport}
        />
      )}
    </div>
  );
}

const NO_PLACE: Words = { rev: undefined, msg: undefined, sig: undefined, view: undefined };

type LoadedFileProps = DbcManagerProps & { file: Parameters<typeof DbcFileView>[0]["file"] };

function LoadedFile({ file, search, ...rest }: LoadedFileProps) {
  const t = useText();
  const asked = Number(search.rev);
  const revision = Number.isInteger(asked) && asked >= 1 ? asked : "newest";
  const loaded = useParsedDbc(file.dbc_id, revision);
  if (loaded.error && !loaded.data) {
    return (
      <div className={styles.wide}>
        <FailedState
          title={t("signals.view.failed")}
          trouble={troubleOf(loaded.error)}
          onRetry={() => void loaded.refetch()}
        />
      </div>
    );
  }
  if (!loaded.data) {
    return (
      <div className={styles.wide}>
        <Skeleton rows={10} columns={2} />
      </div>
    );
  }
  return <DbcFileView file={file} loaded={loaded.data} search={search} {...rest} />;
}

function NoFiles({ onImport }: { onImport(): void }) {
  const t = useText();
  return (
    <EmptyState
      icon={FileCode2}
      title={t("signals.files.empty")}
      text={t("signals.files.emptyNote")}
      actions={
        <Button kind="main" icon={Upload} denied={callDenied(uploadDbc)} onClick={onImport}>
          {t("signals.files.upload")}
        </Button>
      }
    />
  );
}
