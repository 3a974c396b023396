import type { AlarmSearch } from "@canopy/contract/alarms/search";
import { type LucideIcon, SearchX } from "lucide-react";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { type ListProps, pageOfRows, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import styles from "../alarms.module.css";
import { isRunning } from "./search-queries.ts";
import { lengthText, rowsOf, type SearchRow, sortValueOf } from "./search-rows.ts";

interface SearchResultProps {
  query: { data: AlarmSearch | undefined; error: unknown; refetch(): unknown };
  list: ListProps;
  icon: LucideIcon;
  onCurve(row: SearchRow): void;
}

export function SearchResult({ query, list, icon, onCurve }: SearchResultProps) {
  const t = useText();
  const all = query.data ? rowsOf(query.data) : [];
  const running = query.data !== undefined && isRunning(query.data);
  return (
    <>
      {query.data && <Progress search={query.data} />}
      <ListFrame
        list="alarms.search"
        label={t("alarms.search.results")}
        columns={useSearchColumns()}
        rows={rowsOfQuery(query, () => pageOfRows(all, list.state, sortValueOf))}
        rowKey={({ key }) => key}
        sort={list.state.sort}
        onSort={(sort) => list.onState({ ...list.state, sort })}
        paging={pagingOf(list, all.length)}
        empty={<EmptyState icon={SearchX} title={t(running ? "alarms.search.notYet" : "alarms.search.none")} />}
        rowActions={(row) => <IconButton icon={icon} label={t("alarms.events.curve")} onClick={() => onCurve(row)} />}
      />
    </>
  );
}

function Progress({ search }: { search: AlarmSearch }) {
  const t = useText();
  const { devices, searched, state, list, total, message_code } = search;
  const problem = state === "failed" && message_code ? codeText(message_code) : undefined;
  return (
    <div className={styles.section}>
      <p className={styles.found} role="status">
        {t("alarms.search.progress", { searched, devices, found: list.length, count: total.fired })}
        {state === "cancelled" && ` · ${t("ui.tasks.cancelled")}`}
      </p>
      {isRunning(search) && (
        <ProgressBar label={t("alarms.search.title")} share={devices === 0 ? undefined : searched / devices} />
      )}
      {problem && <p className={styles.error}>{problem}</p>}
    </div>
  );
}

function useSearchColumns(): readonly Column<SearchRow>[] {
  const t = useText();
  return [
    {
      key: "device",
      title: t("alarms.search.device"),
      always: true,
      sortable: true,
      card: "title",
      cell: ({ deviceName }) => <bdi>{deviceName}</bdi>,
    },
    {
      key: "start",
      title: t("alarms.events.start"),
      always: true,
      sortable: true,
      cell: ({ startTime, thingsId }) => <TimeText at={startTime} of={thingsId} precision="second" />,
    },
    {
      key: "lasted",
      title: t("alarms.events.lasted"),
      align: "end",
      sortable: true,
      cell: ({ startTime, endTime }) => (endTime === null ? t("alarms.search.toEnd") : lengthText(endTime - startTime)),
    },
    { key: "peak", title: t("alarms.events.peak"), align: "end", sortable: true, cell: ({ peak }) => peak ?? "–" },
  ];
}
