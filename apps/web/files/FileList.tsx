import type { Thing } from "@canopy/contract/devices/thing";
import { LOCATION } from "@canopy/contract/files/file-name";
import { deleteFiles, type ThingsFile } from "@canopy/contract/files/things-files";
import { beginUpload } from "@canopy/contract/files/uploads";
import { ChartLine, CloudUpload, Download, Ellipsis, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { deniedOn } from "../devices/details/may-change.ts";
import { useTenantId } from "../devices/types/type-queries.ts";
import { formatNumber } from "../platform/formats.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/float/Menu.tsx";
import { addNote } from "../ui/float/notes.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { type ListState, withFilter } from "../ui/list/list-address.ts";
import { pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { ANALYSIS_STATES } from "./AnalysisStatus.tsx";
import { DeleteFiles, type DoomedFiles } from "./DeleteFiles.tsx";
import { FolderFilter } from "./FolderFilter.tsx";
import { useFileColumns } from "./file-columns.tsx";
import { type FileWays, fileMenu } from "./file-menu.ts";
import { type FileFilters, isAnalysing, useFileActions, useFiles } from "./file-queries.ts";
import { ResultSheet } from "./ResultSheet.tsx";
import { TimeFilter, timeOf } from "./TimeFilter.tsx";
import "./texts.ts";

export const FILE_FILTERS = ["name", "folder", "source", "dfrom", "dto"];
const TIME_KEYS = ["dfrom", "dto"] as const;
const NARROWING = ["name", "folder", "source", "status", ...TIME_KEYS];
const UNFILTERED = Object.fromEntries(NARROWING.map((key) => [key, ""]));

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
  const whole = ticked.filter((file) => file.state === "stored");
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
  const waysOf = (file: ThingsFile): FileWays => ({
    denied,
    onAnalyse: () => analyse([file]),
    onDownload: () => actions.download.mutate([file.id]),
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
      filtered={NARROWING.some((key) => Boolean(state.filters[key]))}
      onResetFilters={() => onState({ ...state, page: 1, filters: { ...state.filters, ...UNFILTERED } })}
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
          {whole.length > 0 && (
            <Button
              icon={Download}
              busy={actions.download.isPending}
              onClick={() => actions.download.mutate(whole.map(({ id }) => id))}
            >
              {t("files.list.downloadSome", { count: whole.length })}
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
          items={fileMenu(t, file, waysOf(file))}
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
  const { name, folder, source, status } = state.filters;
  const [start, end] = TIME_KEYS.map((key) => timeOf(state, key));
  const isKnown = ANALYSIS_STATES.some((_, value) => String(value) === status);
  return {
    third_things_id: device.third_things_id,
    file_location: LOCATION[location],
    ...(name && { ext_info: name }),
    ...(folder?.startsWith("/") && { folder }),
    ...(source && { file_source: source }),
    // Of FTP files one knows when they came, of others what they are about.
    ...((start ?? end) !== undefined && { time_key: location === "ftp" ? "create_time" : "device_time" }),
    ...(start !== undefined && { start_time: start }),
    ...(end !== undefined && { end_time: end }),
    ...(isKnown && { analysis_status: Number(status) }),
  };
}

/** Elements of their own, which the toolbar places one by one. */
function filtersOf(t: Translate, { device, location, state, onState, filters }: FileListProps) {
  return (
    <>
      <SearchInput
        value={state.filters.name ?? ""}
        label={t("files.list.search")}
        onChange={(text) => onState(withFilter(state, "name", text))}
      />
      {location === "ftp" && <FolderFilter device={device} state={state} onState={onState} />}
      {filters}
      <TimeFilter
        label={t(location === "ftp" ? "files.list.received" : "files.list.deviceTime")}
        {...{ state, onState }}
        keys={TIME_KEYS}
      />
    </>
  );
}
