import { type AnalysisScript, createScript, deleteScript } from "@canopy/contract/tests/scripts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileCode, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { type ListProps, pageOfRows, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { SCRIPTS_KEY, scriptsQuery } from "../test-queries.ts";
import "./script-texts.ts";

interface ScriptListProps extends ListProps {
  onNew(): void;
  onOpen(script: AnalysisScript): void;
}

/** TST-02: the tenant's scripts, and how many of how many there are. */
export function ScriptList({ state, onState, onNew, onOpen }: ScriptListProps) {
  const t = useText();
  const client = useQueryClient();
  const [removed, setRemoved] = useState<AnalysisScript>();
  const query = useQuery(scriptsQuery);
  const { list = [], limit = null } = query.data ?? {};
  const remove = useMutation({
    mutationFn: ({ script_id }: AnalysisScript) => api(deleteScript, { params: { script_id } }),
    onSuccess: async (_, { name }) => {
      setRemoved(undefined);
      addNote({ tone: "done", text: t("tests.script.deleted", { name }) });
      await client.invalidateQueries({ queryKey: SCRIPTS_KEY });
    },
  });
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createScript)} onClick={onNew}>
      {t("tests.script.new")}
    </Button>
  );
  const count = list.length;
  return (
    <>
      <ListFrame
        list="tests.scripts"
        label={t("tests.script.label")}
        columns={columnsOf(t, onOpen)}
        rows={rowsOfQuery(query, ({ list: all }) => pageOfRows(all, state, () => null))}
        rowKey={({ script_id }) => script_id}
        paging={pagingOf({ state, onState }, count)}
        facts={limit === null ? t("tests.script.countOnly", { count }) : t("tests.script.count", { count, limit })}
        actions={create}
        empty={
          <EmptyState
            icon={FileCode}
            title={t("tests.script.empty")}
            text={t("tests.script.emptyNote")}
            actions={create}
          />
        }
        rowActions={(script) => (
          <IconButton
            icon={Trash2}
            label={`${t("tests.script.delete")} ${script.name}`}
            denied={callDenied(deleteScript)}
            onClick={() => setRemoved(script)}
          />
        )}
      />
      {removed && (
        <Confirm
          open
          title={t("tests.script.deleteTitle")}
          action={t("tests.script.delete")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          {t("tests.script.deleteNote", { name: removed.name })}
        </Confirm>
      )}
    </>
  );
}

function columnsOf(t: Translate, onOpen: (script: AnalysisScript) => void): Column<AnalysisScript>[] {
  return [
    {
      key: "name",
      title: t("tests.field.name"),
      always: true,
      card: "title",
      cell: (script) => (
        <Button kind="link" title={t("tests.script.open", { name: script.name })} onClick={() => onOpen(script)}>
          <bdi>{script.name}</bdi>
        </Button>
      ),
    },
    {
      key: "language",
      title: t("tests.script.language"),
      card: "aside",
      cell: ({ language }) => t(`tests.script.${language}`),
    },
    { key: "author", title: t("tests.field.author"), cell: ({ author }) => <bdi>{author}</bdi> },
    {
      key: "updated",
      title: t("tests.field.updated"),
      cell: ({ updated_time }) => <TimeText at={updated_time} of={null} />,
    },
  ];
}
