import type { Thing } from "@canopy/contract/devices/thing";
import type { AnalysisRecord } from "@canopy/contract/files/file-analysis";
import { ScanSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTenantId } from "../devices/types/type-queries.ts";
import { useText } from "../platform/i18n.ts";
import type { Column } from "../ui/list/columns.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { type ListState, withFilter } from "../ui/list/list-address.ts";
import { pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { AnalysisState } from "./AnalysisState.tsx";
import { ANALYSIS_STATES, AnalysisStatus } from "./AnalysisStatus.tsx";
import { useAnalyses, useFileActions } from "./file-queries.ts";
import { ResultSheet } from "./ResultSheet.tsx";
import { TimeFilter, timeOf } from "./TimeFilter.tsx";
import "./texts.ts";

const BEGUN_KEYS = ["afrom", "ato"] as const;
const DEVICE_KEYS = ["dfrom", "dto"] as const;
const NARROWING = ["name", "status", ...BEGUN_KEYS, ...DEVICE_KEYS];
const UNFILTERED = Object.fromEntries(NARROWING.map((key) => [key, ""]));

interface AnalysisListProps {
  device: Thing;
  state: ListState;
  onState(state: ListState): void;
  views: ReactNode;
  onShow(range: TimeSpan): void;
}

/** FIL-04: analyses of a device's files, the newest first. */
export function AnalysisList(props: AnalysisListProps) {
  const { device, state, onState } = props;
  const t = useText();
  const tenantId = useTenantId();
  const [result, setResult] = useState<string>();
  const { cancel } = useFileActions(tenantId);
  const name = state.filters.name ?? "";
  const query = useAnalyses(tenantId, askedAnalyses(device, state));
  return (
    <>
      <ListFrame
        live
        list="files.analyses"
        label={t("files.view.analyses")}
        columns={useColumns(setResult, cancel.mutate)}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ recordId }) => recordId}
        rowName={({ file_name }) => file_name}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        filtered={NARROWING.some((key) => Boolean(state.filters[key]))}
        onResetFilters={() => onState({ ...state, page: 1, filters: { ...state.filters, ...UNFILTERED } })}
        filters={
          <>
            <SearchInput
              value={name}
              label={t("files.list.search")}
              onChange={(text) => onState(withFilter(state, "name", text))}
            />
            {props.views}
            <AnalysisStatus state={state} onState={onState} />
            <TimeFilter label={t("files.list.begun")} {...{ state, onState }} keys={BEGUN_KEYS} />
            <TimeFilter label={t("files.list.deviceTime")} {...{ state, onState }} keys={DEVICE_KEYS} />
          </>
        }
        empty={<EmptyState icon={ScanSearch} title={t("files.empty.analyses")} text={t("files.emptyNote.analyses")} />}
      />
      {result !== undefined && (
        <ResultSheet tenantId={tenantId} recordId={result} onShow={props.onShow} onClose={() => setResult(undefined)} />
      )}
    </>
  );
}

function askedAnalyses(device: Thing, state: ListState) {
  const { name, status = "" } = state.filters;
  const times = {
    analysis_start_time: timeOf(state, "afrom"),
    analysis_end_time: timeOf(state, "ato"),
    dev_start_time: timeOf(state, "dfrom"),
    dev_end_time: timeOf(state, "dto"),
  };
  return {
    current_page: state.page,
    page_size: state.size,
    third_things_id: device.third_things_id,
    ...Object.fromEntries(Object.entries(times).filter(([, atMs]) => atMs !== undefined)),
    ...(name && { file_name: name }),
    ...(status !== "" && ANALYSIS_STATES[Number(status)] && { status: Number(status) }),
  };
}

function useColumns(onResult: (id: string) => void, onCancel: (id: string) => void): readonly Column<AnalysisRecord>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("files.list.name"),
      always: true,
      card: "title",
      cell: ({ file_name }) => <bdi>{file_name}</bdi>,
    },
    {
      key: "state",
      title: t("files.list.analysis"),
      always: true,
      cell: (record) => (
        <AnalysisState file={{ name: record.file_name, analysis: record }} onResult={onResult} onCancel={onCancel} />
      ),
    },
    {
      key: "devStart",
      title: t("files.list.devStart"),
      cell: ({ dev_start_time }) => <TimeText at={dev_start_time} />,
    },
    { key: "devEnd", title: t("files.list.devEnd"), cell: ({ dev_end_time }) => <TimeText at={dev_end_time} /> },
    {
      key: "begun",
      title: t("files.list.begun"),
      card: "aside",
      cell: (row) => <TimeText at={row.analysis_start_time} />,
    },
    {
      key: "ended",
      title: t("files.list.ended"),
      cell: ({ analysis_end_time }) => <TimeText at={analysis_end_time} />,
    },
  ];
}
