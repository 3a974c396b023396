import type { Panel } from "@canopy/contract/statistics/panels";
import { useQuery } from "@tanstack/react-query";
import { Download, LayoutDashboard } from "lucide-react";
import { useState } from "react";
import { isGone } from "../../devices/device-query.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Designer } from "./Designer.tsx";
import { PanelGrid } from "./PanelGrid.tsx";
import { panelQuery } from "./panel-queries.ts";
import styles from "./panels.module.css";
import { ShareDialog } from "./ShareDialog.tsx";
import { useExport } from "./use-export.ts";
import { usePanelData } from "./use-panel-data.ts";
import "./panel-texts.ts";

interface PanelViewProps {
  id: string;
  isEditing: boolean;
  mayWrite: boolean;
  isManager: boolean;
  onEdit(isEditing: boolean): void;
  onBack(): void;
}

/** STA-05: a panel, read or designed. */
export function PanelView(props: PanelViewProps) {
  const t = useText();
  const { data: panel, error, refetch } = useQuery(panelQuery(props.id));
  const { data, error: lost } = usePanelData(props.id, panel?.widgets);
  if (panel && props.isEditing && props.mayWrite)
    return <Designer panel={panel} data={data} onEdit={props.onEdit} onBack={props.onBack} />;
  return (
    <>
      <PageHeader
        title={panel?.name ?? t("statistics.panel.title")}
        onBack={props.onBack}
        actions={panel && <ReadActions {...props} panel={panel} />}
      />
      <div className={styles.page}>
        {!panel && !error && props.id !== "" && <Skeleton rows={6} columns={3} />}
        {(isGone(error) || props.id === "") && !panel && (
          <EmptyState
            icon={LayoutDashboard}
            title={t("statistics.panel.gone")}
            text={t("statistics.panel.goneNote")}
            actions={<Button onClick={props.onBack}>{t("statistics.panel.toList")}</Button>}
          />
        )}
        {error && !panel && !isGone(error) && (
          <FailedState title={t("statistics.panel.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
        )}
        {panel?.widgets.length === 0 && <EmptyState icon={LayoutDashboard} title={t("statistics.panel.empty")} />}
        {panel && lost && (
          <p role="status" className={styles.note}>
            {t("statistics.shared.lost")}
          </p>
        )}
        {panel && <PanelGrid widgets={panel.widgets} data={data} />}
      </div>
    </>
  );
}

function ReadActions({ panel, mayWrite, isManager, onEdit }: PanelViewProps & { panel: Panel }) {
  const t = useText();
  const [isSharing, setSharing] = useState(false);
  const exporting = useExport(panel);
  return (
    <>
      <Button icon={Download} busy={exporting.isPending} onClick={() => exporting.mutate()}>
        {t("statistics.file.export")}
      </Button>
      <Button denied={isManager ? undefined : t("statistics.share.onlyManager")} onClick={() => setSharing(true)}>
        {t("statistics.share.action")}
      </Button>
      <Button kind="main" denied={mayWrite ? undefined : t("statistics.panel.readOnly")} onClick={() => onEdit(true)}>
        {t("statistics.panel.edit")}
      </Button>
      {isSharing && <ShareDialog panel={panel} onClose={() => setSharing(false)} />}
    </>
  );
}
