import "./dbc-texts.ts";
import { type DbcFile, uploadDbc } from "@canopy/contract/signals/dbc-files";
import { type DbcHit, searchDbcs } from "@canopy/contract/signals/dbc-uses";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TriangleAlert, Upload } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import type { ListSort } from "../../ui/list/list-address.ts";
import { sortedRows } from "../../ui/list/list-parts.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { SortButton } from "../../ui/list/SortButton.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { messageId } from "./dbc-key.ts";
import { DBC_KEY } from "./dbc-library.ts";
import parts from "./dbc-parts.module.css";
import styles from "./manager.module.css";

interface DbcFileListProps {
  files: readonly DbcFile[];
  chosen: string | undefined;
  keyword: string;
  onKeyword(keyword: string): void;
  sort: ListSort | null;
  onSort(sort: ListSort | null): void;
  onChoose(dbcId: string): void;
  onHit(hit: DbcHit): void;
  onImport(): void;
}

export const FILE_SORTS = ["name", "updated", "signals"] as const;

function sortValueOf({ name, updated_at, signals }: DbcFile, key: string): string | number {
  if (key === "name") return name;
  return key === "updated" ? updated_at : signals;
}

/** The tenant's files; the search covers names, comments and states of all files. */
export function DbcFileList(props: DbcFileListProps) {
  const { files, chosen, keyword, onKeyword, sort, onSort, onChoose, onHit, onImport } = props;
  const t = useText();
  const word = keyword.trim().toLowerCase();
  const named = files.filter(({ name }) => name.toLowerCase().includes(word));
  return (
    <section className={styles.files} aria-label={t("signals.files.label")}>
      <div className={styles.paneHead}>
        <SearchInput label={t("signals.files.search")} value={keyword} onChange={onKeyword} className={parts.grow} />
        <IconButton
          icon={Upload}
          edge
          className={styles.upload}
          label={t("signals.files.upload")}
          denied={callDenied(uploadDbc)}
          onClick={onImport}
        />
      </div>
      <div className={styles.sortHead}>
        {FILE_SORTS.map((key) => (
          <SortButton key={key} sort={sort} onSort={onSort} sortKey={key} title={t(`signals.files.by.${key}`)} />
        ))}
      </div>
      <div className={styles.paneBody}>
        <ul className={styles.plainList}>
          {sortedRows(named, sort, sortValueOf).map((file) => (
            <li key={file.dbc_id}>
              <FileRow file={file} isChosen={file.dbc_id === chosen} onChoose={() => onChoose(file.dbc_id)} />
            </li>
          ))}
        </ul>
        {word !== "" && <Hits keyword={keyword.trim()} onHit={onHit} hasFiles={named.length > 0} />}
      </div>
    </section>
  );
}

function FileRow({ file, isChosen, onChoose }: { file: DbcFile; isChosen: boolean; onChoose(): void }) {
  const t = useText();
  const { name, revision, messages, signals, state, errors, format } = file;
  return (
    <button type="button" className={styles.fileRow} aria-current={isChosen ? "true" : undefined} onClick={onChoose}>
      <span className={styles.fileName}>
        <bdi>{name}</bdi>
        {format !== "dbc" && <Chip tone="tip">{format.toUpperCase()}</Chip>}
        {state === "draft" ? (
          <Chip tone="ordinary">{t("signals.files.draft")}</Chip>
        ) : (
          <span className={parts.quiet}>{t("signals.files.rev", { revision })}</span>
        )}
      </span>
      {state === "draft" ? (
        <span className={styles.draftNote}>
          <Icon of={TriangleAlert} size={13} />
          {t("signals.files.draftNote", { count: errors })}
        </span>
      ) : (
        <span className={parts.quiet}>{t("signals.files.counts", { messages, signals })}</span>
      )}
    </button>
  );
}

function Hits({ keyword, onHit, hasFiles }: { keyword: string; onHit(hit: DbcHit): void; hasFiles: boolean }) {
  const t = useText();
  const query = useQuery({
    queryKey: [...DBC_KEY, "search", keyword],
    queryFn: ({ signal }) => api(searchDbcs, { query: { keyword: keyword.slice(0, 128) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (query.error) return <p className={styles.paneNote}>{troubleOf(query.error).text}</p>;
  if (!query.data) return null;
  const { list, is_cut } = query.data;
  if (list.length === 0) return hasFiles ? null : <p className={styles.paneNote}>{t("signals.files.noHits")}</p>;
  return (
    <>
      <h2 className={styles.hitsHead}>{t("signals.files.hits", { count: list.length })}</h2>
      <ul className={styles.plainList}>
        {list.map((hit) => (
          <li key={`${hit.dbc_id}/${hit.message_id}/${hit.is_extended}/${hit.signal}`}>
            <button type="button" className={styles.fileRow} onClick={() => onHit(hit)}>
              <span className={styles.hitName}>{hit.signal ?? hit.message}</span>
              <span className={parts.quiet}>
                {t("signals.files.hitPlace", {
                  file: hit.name,
                  id: messageId({ id: hit.message_id, isExtended: hit.is_extended }),
                  message: hit.message,
                })}
              </span>
              {hit.comment !== "" && <span className={styles.hitComment}>{hit.comment}</span>}
            </button>
          </li>
        ))}
      </ul>
      {is_cut && <p className={styles.paneNote}>{t("signals.files.hitsCut")}</p>}
    </>
  );
}
