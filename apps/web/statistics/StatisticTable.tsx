import { dayText } from "@canopy/contract/statistics/figure-columns";
import { exportFleetDays, type FleetStatistics, STATISTIC_GROUPS } from "@canopy/contract/statistics/fleet";
import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { ChartColumn, Download } from "lucide-react";
import { saveText } from "../devices/config/save-text.ts";
import { labelsQuery } from "../devices/details/overview-query.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Select } from "../ui/form/Select.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter, withSort } from "../ui/list/list-address.ts";
import { type ListProps, pageOfRows, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { type AskedStatistics, queryOf } from "./asked-statistics.ts";
import { sortValueOf, useGroupName, useStatisticColumns } from "./statistic-columns.tsx";
import { DAY_MS, statisticsCsv } from "./statistic-figures.ts";

const HIGHEST_FIRST = { key: "frames", descending: true };

interface StatisticTableProps extends ListProps {
  asked: AskedStatistics;
  query: UseQueryResult<FleetStatistics>;
  onDevice(thingsId: string): void;
}

export function StatisticTable({ asked, query, onDevice, ...list }: StatisticTableProps) {
  const t = useText();
  const { state, onState } = list;
  const { data } = query;
  const nameOf = useGroupName(asked.by);
  const sorted = { ...state, sort: state.sort ?? HIGHEST_FIRST };
  const fileName = (what: string) => `${what}-${dayText(asked.fromMs / DAY_MS)}.csv`;
  const save = () => data && saveText(statisticsCsv(data, nameOf), fileName("statistics"));
  const saveDays = useMutation({
    mutationFn: () => api(exportFleetDays, { query: queryOf(asked, asked) }),
    onSuccess: (csv) => saveText(csv, fileName("statistics-by-day")),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
  return (
    <ListFrame
      list="statistics.fleet"
      label={t("statistics.page.title")}
      columns={useStatisticColumns({ by: asked.by, onDevice })}
      rows={rowsOfQuery(query, ({ groups }) => pageOfRows(groups, sorted, sortValueOf))}
      rowKey={({ id }) => id ?? ""}
      paging={pagingOf(list, data?.groups.length ?? 0)}
      sort={sorted.sort}
      onSort={(sort) => onState(withSort(state, sort))}
      filters={<Filters {...list} asked={asked} />}
      facts={
        asked.day !== undefined && (
          <Button onClick={() => onState(withFilter(state, "day", ""))}>
            {t("statistics.page.oneDay", { day: dayText(asked.day) })} · {t("statistics.page.allDays")}
          </Button>
        )
      }
      actions={
        <>
          <Button icon={Download} onClick={save}>
            {t("statistics.page.export")}
          </Button>
          <Button icon={Download} busy={saveDays.isPending} onClick={() => saveDays.mutate()}>
            {t("statistics.page.exportDays")}
          </Button>
        </>
      }
      empty={<EmptyState icon={ChartColumn} title={t("statistics.page.empty")} text={t("statistics.page.emptyNote")} />}
    />
  );
}

function Filters({ state, onState, asked }: ListProps & { asked: AskedStatistics }) {
  const t = useText();
  const labels = useQuery(labelsQuery).data ?? [];
  return (
    <>
      <Select<string>
        aria-label={t("statistics.page.by")}
        options={STATISTIC_GROUPS.map((value) => ({ value, label: t(`statistics.by.${value}`) }))}
        value={asked.by}
        onChange={(value) => onState(withFilter(state, "by", value))}
      />
      <Select<string>
        aria-label={t("statistics.page.label")}
        options={[
          { value: "", label: t("statistics.page.anyLabel") },
          ...labels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={asked.label}
        onChange={(value) => onState(withFilter(state, "label", value))}
      />
    </>
  );
}
