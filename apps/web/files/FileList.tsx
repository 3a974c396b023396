import type { Thing } from "@canopy/contract/devices/thing";
import { LOCATION } from "@canopy/contract/files/file-name";
import { deleteFiles, type ThingsFile } from "@canopy/contract/files/things-files";
import { beginUpload } from "@canopy/contract/files/uploads";
import { ChartLine, CloudUpload, Download, Ellipsis, Eye, FileSearch, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { deniedOn } from "../devices/details/may-change.ts";
import { useTenantId } from "../devices/types/type-queries.ts";
import { formatNumber } from "../platform/formats.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, type MenuItem } from "../ui/float/Menu.tsx";
import { addNote } from "../ui/float/notes.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { type ListState, withFilter } from "../ui/list/list-address.ts";
import { pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { DeleteFiles, type DoomedFiles } from "./DeleteFiles.tsx";
import { useFileColumns } from "./file-columns.tsx";
import { type FileFilters, isAnalysing, useFileActions, useFiles } from "./file-queries.ts";
import { ResultSheet } from "./ResultSheet.tsx";
import "./texts.ts";

export const FILE_FILTERS = ["name", "source"];

export interface FileListProps {
  device: Thing;
  location: "cloud" | "ftp";
  state: ListState;
  onState(state: ListState): void;
  /** More filters and actions of its own. */
  filters?: ReactNode;
  actions?: ReactNode;
  empty: ReactNode;
  onShow(range: TimeSpan): void;
  onPreview(fileId: string): void;
}

/** FIL-01: files of a device in one place, with what became of them. */
export function FileList(props: FileListProps) {
  const tenantId = useTenantId();
  const [result, setResult] = useState<string>();
  const [doomed, setDoomed] = useState<DoomedFiles>();
  return (
    <>
      <Files {...props} tenantId={tenantId} onResult={setResult} onDelete={setDoomed} />
      {result !== undefined && (
        <ResultSheet tenantId={tenantId} recordId={result} onShow={props.onShow} onClose={() => setResult(undefined)} />
      )}
      {doomed && <DeleteFiles tenantId={tenantId} doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

interface FilesProps extends FileListProps {
  tenantId: string;
  onResult(recordId: string | undefined): void;
  onDelete(doomed: DoomedFiles): void;
}

function Files(props: FilesProps) {
  const { device, location, state, onState, tenantId, onResult, onDelete } = props;
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useFiles(tenantId, askedFiles(props));
  const shown = query.data?.list ?? [];
  const ticked = shown.filter(({ id }) => chosen.has(id));
  const total = query.data?.pagination.total_size ?? 0;
  // Every row of the page is ticked, and there are more behind it.
  const isAll = ticked.length > 0 && ticked.length === shown.length && total > shown.length;
  const actions = useFileActions(tenantId);
  const denied = deniedOn(device, { ...deleteFiles, access: beginUpload.access });
  const analyse = (some: readonly ThingsFile[]) =>
    actions.analyse.mutate(some.filter((file) => file.state === "stored" && !isAnalysing(file)).map(({ id }) => id));
  const toCloud = (some: readonly ThingsFile[]) =>
    actions.toCloud.mutate(
      some.filter((file) => file.state === "stored").map(({ id }) => id),
      {
        onSuccess: (count) => addNote({ tone: "done", text: t("files.list.inCloud", { count: formatNumber(count) }) }),
      },
    );
  const waysOf = (file: ThingsFile): Ways => ({
    denied,
    onAnalyse: () => analyse([file]),
    onDownload: () => actions.download.mutate(file.id),
    onResult: () => onResult(file.analysis?.recordId),
    onDelete: () => onDelete({ files: [file] }),
    onPreview: () => props.onPreview(file.id),
    ...(location === "ftp" && { onCloud: () => toCloud([file]) }),
  });
  return (
    <ListFrame
      live
      list={`files.${location}`}
      label={t(`files.title.${location}`)}
      columns={useFileColumns({ isFtp: location === "ftp", onResult, onCancel: actions.cancel.mutate })}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ id }) => id}
      rowName={(file) => file.name}
      selection={{ keys: chosen, onChange: setChosen }}
      paging={pagingOf(props, total)}
      filtered={Boolean(state.filters.name || state.filters.source)}
      onResetFilters={() => onState({ ...state, page: 1, filters: { ...state.filters, name: "", source: "" } })}
      filters={filtersOf(t, props)}
      actions={
        <>
          {ticked.length > 0 && (
            <Button icon={Trash2} denied={denied} onClick={() => onDelete({ files: ticked })}>
              {t("files.list.deleteSome", { count: ticked.length })}
            </Button>
          )}
          {isAll && (
            <Button
              icon={Trash2}
              denied={denied}
              onClick={() => onDelete({ filters: filtersAsked(props), count: total })}
            >
              {t("files.list.deleteAll", { count: formatNumber(total) })}
            </Button>
          )}
          {ticked.length > 0 && location === "ftp" && (
            <Button icon={CloudUpload} denied={denied} busy={actions.toCloud.isPending} onClick={() => toCloud(ticked)}>
              {t("files.list.toCloudSome", { count: ticked.length })}
            </Button>
          )}
          {ticked.length > 0 && (
            <Button icon={ChartLine} denied={denied} busy={actions.analyse.isPending} onClick={() => analyse(ticked)}>
              {t("files.list.analyseSome", { count: ticked.length })}
            </Button>
          )}
          {props.actions}
        </>
      }
      empty={props.empty}
      rowActions={(file: ThingsFile) => (
        <Menu
          label={t("files.list.actionsOf", { name: file.name })}
          trigger={(trigger) => (
            <IconButton icon={Ellipsis} label={t("files.list.actionsOf", { name: file.name })} {...trigger} />
          )}
          items={menuOf(t, file, waysOf(file))}
        />
      )}
    />
  );
}

const askedFiles = (props: FileListProps) => ({
  current_page: props.state.page,
  page_size: props.state.size,
  ...filtersAsked(props),
});

function filtersAsked({ device, location, state }: FileListProps): FileFilters {
  const { name, source } = state.filters;
  return {
    third_things_id: device.third_things_id,
    file_location: LOCATION[location],
    ...(name && { ext_info: name }),
    ...(source && { file_source: source }),
  };
}

/** Elements of their own, which the toolbar places one by one. */
function filtersOf(t: Translate, { state, onState, filters }: FileListProps) {
  return (
    <>
      <SearchInput
        value={state.filters.name ?? ""}
        label={t("files.list.search")}
        onChange={(text) => onState(withFilter(state, "name", text))}
      />
      {filters}
    </>
  );
}

interface Ways {
  denied: string | undefined;
  onAnalyse(): void;
  onDownload(): void;
  onResult(): void;
  onDelete(): void;
  onPreview(): void;
  /** Of FTP files. */
  onCloud?(): void;
}

function menuOf(t: Translate, file: ThingsFile, ways: Ways): MenuItem[] {
  const unfit = file.state === "stored" ? undefined : t("files.list.notWhole");
  return [
    { key: "preview", label: t("files.list.preview"), icon: Eye, denied: unfit, onSelect: ways.onPreview },
    {
      key: "analyse",
      label: t("files.list.analyse"),
      icon: ChartLine,
      denied: ways.denied ?? unfit ?? (isAnalysing(file) ? t("files.status.analysing") : undefined),
      onSelect: ways.onAnalyse,
    },
    ...(file.analysis && !isAnalysing(file)
      ? [{ key: "result", label: t("files.list.result"), icon: FileSearch, onSelect: ways.onResult }]
      : []),
    ...(ways.onCloud
      ? [
          {
            key: "cloud",
            label: t("files.list.toCloud"),
            icon: CloudUpload,
            denied: ways.denied ?? unfit,
            onSelect: ways.onCloud,
          },
        ]
      : []),
    { key: "download", label: t("files.list.download"), icon: Download, denied: unfit, onSelect: ways.onDownload },
    {
      key: "delete",
      label: t("files.list.delete"),
      icon: Trash2,
      danger: true,
      apart: true,
      denied: ways.denied,
      onSelect: ways.onDelete,
    },
  ];
}
