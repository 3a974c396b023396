import { channelName } from "@canopy/contract/device-link/channels";
import { createRoutine, deleteRoutine, type TestRoutine, updateRoutine } from "@canopy/contract/tests/routines";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, FlaskConical, History, Pencil, Play, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pageOfRows, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { ROUTINES_KEY, routinesQuery } from "../test-queries.ts";
import { type OfferedDevice, RoutineDialog } from "./RoutineDialog.tsx";
import "../texts.ts";

export const ROUTINE_FILTERS = ["tab", "keyword"] as const;

type Asking = { kind: "new" } | { kind: "edit" | "copy" | "delete"; routine: TestRoutine };

interface RoutineListProps extends ListProps {
  offered: OfferedDevice;
  onRun(routine: TestRoutine): void;
  onRuns(routine: TestRoutine): void;
}

/** TST-01 */
export function RoutineList({ state, onState, offered, onRun, onRuns }: RoutineListProps) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const query = useQuery(routinesQuery);
  const { keyword = "" } = state.filters;
  const found = query.data?.filter(({ name }) => name.toLowerCase().includes(keyword.trim().toLowerCase())) ?? [];
  const close = () => setAsking(undefined);
  const renew = async (text: string) => {
    close();
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ROUTINES_KEY });
  };
  const remove = useMutation({
    mutationFn: ({ routine_id }: TestRoutine) => api(deleteRoutine, { params: { routine_id } }),
    onSuccess: (_, { name }) => renew(t("tests.routine.deleted", { name })),
  });
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createRoutine)} onClick={() => setAsking({ kind: "new" })}>
      {t("tests.routine.new")}
    </Button>
  );
  usePageKeys(t("tests.routine.label"), [
    { keys: [["N"]], text: t("tests.routine.new"), binding: "n", onPress: () => setAsking({ kind: "new" }) },
  ]);
  const form = {
    offered,
    onClose: close,
    onDone: ({ name }: TestRoutine) => void renew(t("tests.routine.saved", { name })),
  };
  return (
    <>
      <ListFrame
        list="tests.routines"
        label={t("tests.routine.label")}
        columns={columnsOf(t, onRun)}
        rows={rowsOfQuery(query, () => pageOfRows(found, state, () => null))}
        rowKey={({ routine_id }) => routine_id}
        paging={pagingOf({ state, onState }, found.length)}
        filtered={keyword !== ""}
        onResetFilters={() => onState(withFilter(state, "keyword", ""))}
        filters={
          <SearchInput
            label={t("tests.routine.search")}
            value={keyword}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        actions={create}
        empty={
          <EmptyState
            icon={FlaskConical}
            title={t("tests.routine.empty")}
            text={t("tests.routine.emptyNote")}
            actions={create}
          />
        }
        rowActions={(routine) => (
          <RoutineMenu
            routine={routine}
            onRun={() => onRun(routine)}
            onRuns={() => onRuns(routine)}
            onAsk={(kind) => setAsking({ kind, routine })}
          />
        )}
      />
      {asking?.kind === "new" && <RoutineDialog {...form} />}
      {asking?.kind === "edit" && <RoutineDialog {...form} routine={asking.routine} />}
      {asking?.kind === "copy" && <RoutineDialog {...form} routine={copyOf(t, asking.routine)} />}
      {asking?.kind === "delete" && (
        <Confirm
          open
          title={t("tests.routine.deleteTitle")}
          action={t("tests.routine.delete")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(asking.routine)}
          onClose={close}
        >
          {t("tests.routine.deleteNote", { name: asking.routine.name })}
        </Confirm>
      )}
    </>
  );
}

function copyOf(t: Translate, { routine_id: _, ...routine }: TestRoutine) {
  return { ...routine, name: t("tests.routine.copyName", { name: routine.name }).slice(0, 50) };
}

interface RoutineMenuProps {
  routine: TestRoutine;
  onRun(): void;
  onRuns(): void;
  onAsk(kind: "edit" | "copy" | "delete"): void;
}

function RoutineMenu({ routine, onRun, onRuns, onAsk }: RoutineMenuProps) {
  const t = useText();
  const label = t("tests.routine.more", { name: routine.name });
  const item = (key: "edit" | "copy" | "delete", icon: typeof Pencil, denied: string | undefined) => ({
    key,
    icon,
    label: t(`tests.routine.${key}`),
    denied,
    danger: key === "delete",
    onSelect: () => onAsk(key),
  });
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        { key: "run", icon: Play, label: t("tests.routine.run"), onSelect: onRun },
        { key: "runs", icon: History, label: t("tests.routine.runs"), onSelect: onRuns },
        item("edit", Pencil, callDenied(updateRoutine)),
        item("copy", Copy, callDenied(createRoutine)),
        item("delete", Trash2, callDenied(deleteRoutine)),
      ]}
    />
  );
}

function columnsOf(t: Translate, onRun: (routine: TestRoutine) => void): Column<TestRoutine>[] {
  return [
    {
      key: "name",
      title: t("tests.field.name"),
      always: true,
      card: "title",
      width: "24%",
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      key: "commands",
      title: t("tests.field.commands"),
      cell: ({ frames, uds_steps }) =>
        t("tests.field.commandCount", { frames: frames.length, steps: uds_steps.length }),
    },
    { key: "channels", title: t("tests.field.channels"), cell: channelsOf },
    {
      key: "duration",
      title: t("tests.field.duration"),
      align: "end",
      cell: ({ duration_ms }) => t("tests.field.seconds", { seconds: duration_ms / 1000 }),
    },
    { key: "limits", title: t("tests.field.limits"), align: "end", cell: ({ limits }) => String(limits.length) },
    { key: "author", title: t("tests.field.author"), cell: ({ author }) => <bdi>{author}</bdi> },
    {
      key: "updated",
      title: t("tests.field.updated"),
      cell: ({ updated_time }) => <TimeText at={updated_time} of={null} />,
    },
    {
      key: "run",
      title: t("tests.routine.run"),
      always: true,
      card: "aside",
      cell: (routine) => (
        <Button icon={Play} onClick={() => onRun(routine)}>
          {t("tests.routine.run")}
        </Button>
      ),
    },
  ];
}

function channelsOf({ frames, uds_steps, signals }: TestRoutine): string {
  const all = new Set([...frames, ...uds_steps, ...signals].map(({ channel }) => channel));
  return all.size === 0
    ? UNKNOWN
    : [...all]
        .sort((a, b) => a - b)
        .map(channelName)
        .join(", ");
}
