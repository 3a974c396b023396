import "./point-texts.ts";
import { listPoints, MAX_POINT_FIELDS, type Point, pointCurve } from "@canopy/contract/frames/points";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { usePageSize } from "../../ui/list/use-page-size.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import type { ShownField } from "./point-fields.ts";
import { formatValue, PLAIN } from "./point-format.ts";
import styles from "./points.module.css";

const PointChart = lazyPage(() => import("./PointChart.tsx"), "PointChart");

export interface PointHistoryProps {
  thingsId: string;
  group: string;
  fields: readonly ShownField[];
  range: { fromMs: number; toMs: number };
}

/** Of the fields of a group, the first few that can be drawn; a person chooses others. */
export function PointCurves({ thingsId, group, fields, range }: PointHistoryProps) {
  const t = useText();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const names = fields.map(({ name }) => name);
  const drawn = (chosen ?? names.slice(0, 3)).filter((name) => names.includes(name));
  const asked = { start_time: range.fromMs, end_time: range.toMs, group, fields: drawn.join(",") };
  const query = useQuery({
    queryKey: [pointCurve.name, thingsId, asked],
    queryFn: async ({ signal }) =>
      (await api(pointCurve, { params: { things_id: thingsId }, query: asked }, { signal })).data,
    enabled: drawn.length > 0,
    placeholderData: keepPreviousData,
  });
  const choose = (name: string, on: boolean) => {
    if (on && drawn.length >= MAX_POINT_FIELDS) addNote({ tone: "ordinary", text: t("frames.points.tooMany") });
    else setChosen(names.filter((one) => (one === name ? on : drawn.includes(one))));
  };
  const curve = query.data;
  const { zone } = useTimeFormats();
  const drawnFields = (curve?.curves ?? []).map(({ field }) => fields.find(({ name }) => name === field));
  const titles = (curve?.curves ?? []).map(({ field }, i) => drawnFields[i]?.title ?? field);
  const isEmpty = curve?.curves.every(({ pixels }) => pixels.length === 0) ?? false;

  return (
    <>
      <fieldset className={styles.fields} aria-label={t("frames.points.fields")}>
        {fields.map(({ name, title }) => (
          <Checkbox key={name} checked={drawn.includes(name)} onChange={(on) => choose(name, on)}>
            <bdi dir="auto">{title}</bdi>
          </Checkbox>
        ))}
      </fieldset>
      {drawn.length === 0 && <EmptyState title={t("frames.points.noCurve")} />}
      {query.error && (
        <FailedState
          title={t("frames.points.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {drawn.length > 0 && !query.error && curve === undefined && <Skeleton rows={6} />}
      {drawn.length > 0 && curve && isEmpty && (
        <EmptyState title={t("frames.points.empty")} text={t("frames.points.emptyNote")} />
      )}
      {drawn.length > 0 && curve && !isEmpty && (
        <LazyPart fallback={<Skeleton rows={6} />}>
          <PointChart
            curve={curve}
            names={titles}
            write={(value, i) => formatValue(value, drawnFields[i] ?? PLAIN, zone)}
            range={range}
            label={t("frames.points.curve", { group, fields: titles.join(", ") })}
          />
        </LazyPart>
      )}
    </>
  );
}

type Row = Omit<Point, "group">;
const LIST = "frames.points";

/** Newest first; older pages by time. */
export function PointTable({ thingsId, group, fields, range }: PointHistoryProps) {
  const t = useText();
  const { size } = usePageSize(LIST);
  const [trail, setTrail] = useState<readonly number[]>([]);
  const asked = { start_time: range.fromMs, end_time: range.toMs, group, page_size: size };
  const before = trail.at(-1);
  const query = useQuery({
    queryKey: [listPoints.name, thingsId, asked, before],
    queryFn: ({ signal }) =>
      api(
        listPoints,
        { params: { things_id: thingsId }, query: { ...asked, ...(before === undefined ? {} : { before }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const older = query.data?.older ?? null;
  return (
    <ListFrame
      list={LIST}
      label={t("frames.points.history")}
      columns={usePointColumns(fields)}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ time }) => String(time)}
      paging={{
        mode: "keyset",
        size,
        total: query.data?.total_size ?? 0,
        onSize: () => setTrail([]),
        onPrevious: trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined,
        onNext: older === null ? undefined : () => setTrail([...trail, older]),
      }}
      empty={<EmptyState title={t("frames.points.empty")} text={t("frames.points.emptyNote")} />}
    />
  );
}

function usePointColumns(fields: readonly ShownField[]): Column<Row>[] {
  const t = useText();
  const { zone } = useTimeFormats();
  return useMemo(
    () => [
      {
        key: "time",
        title: t("frames.points.time"),
        always: true,
        card: "title",
        cell: ({ time }) => <TimeText at={time} precision="ms" />,
      },
      ...fields.map(
        (field): Column<Row> => ({
          key: field.name,
          title: field.title,
          align: "end",
          cell: ({ values }) => (
            <span className={styles.cell} dir="auto">
              {formatValue(values[field.name], field, zone)}
            </span>
          ),
        }),
      ),
    ],
    [fields, t, zone],
  );
}
