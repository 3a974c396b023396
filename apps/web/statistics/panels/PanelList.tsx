import { createPanel, deletePanel, type PanelSummary } from "@canopy/contract/statistics/panels";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LayoutDashboard, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { ImportPanel } from "./ImportPanel.tsx";
import { PANELS_KEY, panelsQuery } from "./panel-queries.ts";
import styles from "./panels.module.css";
import "./panel-texts.ts";

interface PanelListProps {
  mayWrite: boolean;
  onOpen(id: string, isEditing: boolean): void;
}

/** STA-05: the panels of the tenant. */
export function PanelList({ mayWrite, onOpen }: PanelListProps) {
  const t = useText();
  const { data, error, refetch } = useQuery(panelsQuery);
  const [doomed, setDoomed] = useState<PanelSummary>();
  const make = useNewPanel((id) => onOpen(id, true));
  const { list = [], limit = null } = data ?? {};
  const isFull = limit !== null && list.length >= limit;
  const denied = mayWrite
    ? isFull
      ? t("statistics.panel.full", { limit: limit ?? 0 })
      : undefined
    : t("statistics.panel.readOnly");
  const count = { count: list.length, limit: limit ?? 0 };
  return (
    <>
      <PageHeader
        title={t("statistics.panel.title")}
        facts={data && t(limit === null ? "statistics.panel.count" : "statistics.panel.countOf", count)}
        actions={
          <>
            <ImportPanel names={list.map(({ name }) => name)} denied={denied} onMade={(id) => onOpen(id, false)} />
            <Button
              kind="main"
              icon={Plus}
              busy={make.isPending}
              denied={denied}
              onClick={() =>
                make.mutate(
                  t("statistics.panel.newName", {
                    number: freeNumber(list, t("statistics.panel.newName", { number: "" })),
                  }),
                )
              }
            >
              {t("statistics.panel.new")}
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        {error && !data && (
          <FailedState title={t("statistics.panel.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton rows={4} columns={2} />}
        {data && list.length === 0 && <EmptyState icon={LayoutDashboard} title={t("statistics.panel.none")} />}
        <ul className={styles.cards}>
          {list.map((panel) => (
            <PanelCard key={panel.panel_id} panel={panel} mayWrite={mayWrite} onOpen={onOpen} onDelete={setDoomed} />
          ))}
        </ul>
      </div>
      {doomed && <DeletePanel panel={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

/** The first number whose name nobody has. */
function freeNumber(list: readonly PanelSummary[], stem: string): number {
  const taken = new Set(list.map(({ name }) => name.toLowerCase()));
  let number = list.length + 1;
  while (taken.has(`${stem}${number}`.toLowerCase())) number += 1;
  return number;
}

function useNewPanel(onMade: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api(createPanel, { body: { name, widgets: [] } }),
    onSuccess: ({ data }) => onMade(data.panel_id),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: PANELS_KEY }),
  });
}

interface PanelCardProps extends PanelListProps {
  panel: PanelSummary;
  onDelete(panel: PanelSummary): void;
}

function PanelCard({ panel, mayWrite, onOpen, onDelete }: PanelCardProps) {
  const t = useText();
  const { panel_id, name, is_default, widget_count, user_name, updated_time } = panel;
  return (
    <li className={styles.card}>
      <button type="button" className={styles.cardName} onClick={() => onOpen(panel_id, false)}>
        {name}
      </button>
      {is_default && <Chip tone="tip">{t("statistics.panel.isDefault")}</Chip>}
      <small>
        {t("statistics.panel.widgets", { count: widget_count })} · {user_name}{" "}
        <RelativeTime at={updated_time} of={null} />
      </small>
      <span className={styles.cardTools}>
        <Button denied={mayWrite ? undefined : t("statistics.panel.readOnly")} onClick={() => onOpen(panel_id, true)}>
          {t("statistics.panel.edit")}
        </Button>
        {!is_default && mayWrite && (
          <IconButton icon={Trash2} label={`${t("statistics.panel.delete")} ${name}`} onClick={() => onDelete(panel)} />
        )}
      </span>
    </li>
  );
}

function DeletePanel({ panel, onClose }: { panel: PanelSummary; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const { panel_id, name, widget_count } = panel;
  const removing = useMutation({
    mutationFn: () => api(deletePanel, { params: { panel_id } }),
    onSuccess: () => {
      addNote({ tone: "done", text: t("statistics.panel.deleted", { name }) });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: PANELS_KEY }),
  });
  return (
    <Confirm
      open
      title={t("statistics.panel.deleteTitle", { name })}
      action={t("statistics.panel.delete")}
      busy={removing.isPending}
      error={removing.error ? troubleOf(removing.error).text : undefined}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      {t("statistics.panel.deleteText", { count: widget_count })}
    </Confirm>
  );
}
