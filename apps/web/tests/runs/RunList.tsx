import type { TestRunRow } from "@canopy/contract/tests/runs";
import { VERDICTS } from "@canopy/contract/tests/scripts";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/form/Select.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { routinesQuery, runsQuery } from "../test-queries.ts";
import { failureText } from "./run-words.ts";
import { VerdictChip } from "./VerdictChip.tsx";
import "../texts.ts";

export const RUN_FILTERS = ["tab", "routine", "verdict"] as const;

interface RunListProps extends ListProps {
  onOpen(run: TestRunRow): void;
  onRoutines(): void;
}

/** TST-01: every run with its verdict, newest first. */
export function RunList({ state, onState, onOpen, onRoutines }: RunListProps) {
  const t = useText();
  const routine = state.filters.routine ?? "";
  const verdict = VERDICTS.find((one) => one === state.filters.verdict);
  const asked = { current_page: state.page, page_size: state.size, ...(routine && { routine_id: routine }) };
  const query = useQuery(runsQuery({ ...asked, ...(verdict && { verdict }) }));
  const routines = useQuery(routinesQuery).data ?? [];
  return (
    <ListFrame
      list="tests.runs"
      label={t("tests.run.label")}
      columns={columnsOf(t, onOpen)}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ run_id }) => run_id}
      paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
      live
      filtered={routine !== "" || verdict !== undefined}
      onResetFilters={() => onState({ ...state, page: 1, filters: { tab: "runs" } })}
      filters={
        <>
          <Select<string>
            aria-label={t("tests.field.routine")}
            options={[
              { value: "", label: t("tests.run.anyRoutine") },
              ...routines.map(({ routine_id, name }) => ({ value: routine_id, label: name })),
            ]}
            value={routine}
            onChange={(value) => onState(withFilter(state, "routine", value))}
          />
          <Select<string>
            aria-label={t("tests.field.verdict")}
            options={[
              { value: "", label: t("tests.run.anyVerdict") },
              ...VERDICTS.map((value) => ({ value, label: t(`tests.verdict.${value}`) })),
            ]}
            value={verdict ?? ""}
            onChange={(value) => onState(withFilter(state, "verdict", value))}
          />
        </>
      }
      empty={
        <EmptyState
          icon={FlaskConical}
          title={t("tests.run.empty")}
          text={t("tests.run.emptyNote")}
          actions={<Button onClick={onRoutines}>{t("tests.run.toRoutines")}</Button>}
        />
      }
    />
  );
}

function columnsOf(t: Translate, onOpen: (run: TestRunRow) => void): Column<TestRunRow>[] {
  return [
    {
      key: "routine",
      title: t("tests.field.routine"),
      always: true,
      card: "title",
      width: "24%",
      cell: (run) => (
        <Button
          kind="link"
          title={t("tests.run.open", { number: run.number, name: run.routine_name })}
          onClick={() => onOpen(run)}
        >
          <bdi>{run.routine_name}</bdi> · {t("tests.run.number", { number: run.number })}
        </Button>
      ),
    },
    {
      key: "verdict",
      title: t("tests.field.verdict"),
      always: true,
      card: "aside",
      cell: (run) => <VerdictChip run={run} />,
    },
    { key: "device", title: t("tests.field.device"), cell: ({ device_name }) => <bdi>{device_name}</bdi> },
    {
      key: "checks",
      title: t("tests.field.checks"),
      cell: ({ failure, checks_passed, checks_all }) =>
        failure ? failureText(t, failure) : `${checks_passed} / ${checks_all}`,
    },
    { key: "by", title: t("tests.field.by"), cell: ({ user_name }) => <bdi>{user_name}</bdi> },
    {
      key: "at",
      title: t("tests.field.at"),
      cell: ({ created_time, things_id }) => <TimeText at={created_time} of={things_id} />,
    },
  ];
}
