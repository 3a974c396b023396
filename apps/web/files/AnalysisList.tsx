import type { Thing } from "@canopy/contract/devices/thing";
import type { AnalysisRecord } from "@canopy/contract/files/file-analysis";
import { ScanSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTenantId } from "../devices/types/type-queries.ts";
import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/form/Select.tsx";
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
import { useAnalyses, useFileActions } from "./file-queries.ts";
import { ResultSheet } from "./ResultSheet.tsx";
import "./texts.ts";

const STATUSES = ["analysing", "success", "error", "cancelled"] as const;

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
  const { name = "", status = "" } = state.filters;
  const query = useAnalyses(tenantId, {
    current_page: state.page,
    page_size: state.size,
    third_things_id: device.third_things_id,
    ...(name && { file_name: name }),
    ...(STATUSES[Number(status)] && status !== "" && { status: Number(status) }),
  });
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
        filtered={name !== "" || status !== ""}
        onResetFilters={() => onState({ ...state, page: 1, filters: { ...state.filters, name: "", status: "" } })}
        filters={
          <>
            <SearchInput
              value={name}
              label={t("files.list.search")}
              onChange={(text) => onState(withFilter(state, "name", text))}
            />
            {props.views}
            <Select<string>
              aria-label={t("files.list.analysis")}
              options={[
                { value: "", label: t("files.list.anyStatus") },
                ...STATUSES.map((one, value) => ({ value: String(value), label: t(`files.status.${one}`) })),
              ]}
              value={status}
              onChange={(value) => onState(withFilter(state, "status", value))}
            />
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
