import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useState } from "react";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Icon } from "../ui/marks/Icon.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import styles from "./capacity.module.css";
import { useCapacity } from "./capacity-queries.ts";
import { DataCapacity } from "./DataCapacity.tsx";
import { DeviceUsageTable, inMb } from "./DeviceUsageTable.tsx";
import { FileCapacity } from "./FileCapacity.tsx";
import { RequestDialog } from "./RequestDialog.tsx";
import type { UsageWays } from "./UsageActions.tsx";
import { WaitingRequests } from "./WaitingRequests.tsx";
import "./texts.ts";

export type CapacityTab = "data" | "file";

interface CapacityDialogProps extends UsageWays {
  tenantId: string;
  tab: CapacityTab;
  /** The form that asks for more stands in its place. */
  isAsking?: boolean;
  /** The table of files per device. */
  files: ReactNode;
  /** Where more is asked for elsewhere: a billing site. */
  onRequest?: (() => void) | undefined;
  onTab(tab: CapacityTab): void;
  onClose(): void;
}

const TABS: readonly CapacityTab[] = ["data", "file"];

/** CAP-04: how much is used, by whom, until when it lasts. */
export function CapacityDialog(props: CapacityDialogProps) {
  const { tenantId, isManager, tab, files, onTab, onClose } = props;
  const t = useText();
  const [isAsking, setAsking] = useState(props.isAsking ?? false);
  const query = useCapacity(tenantId);
  if (isAsking)
    return <RequestDialog tenantId={tenantId} content={query.data?.content} onClose={() => setAsking(false)} />;
  return (
    <Dialog
      open
      width={900}
      pinned
      title={t("capacity.dialog.title")}
      onClose={onClose}
      footer={
        <>
          <Sum tenantId={tenantId} />
          <Button onClick={onClose}>{t("ui.action.close")}</Button>
          <Button
            kind="main"
            denied={isManager ? undefined : t("capacity.request.managers")}
            onClick={props.onRequest ?? (() => setAsking(true))}
          >
            {t("capacity.request.button")}
          </Button>
        </>
      }
    >
      <div className={styles.title}>
        <Segmented
          label={t("capacity.dialog.tabs")}
          options={TABS.map((value) => ({ value, label: t(`capacity.tab.${value}`) }))}
          value={tab}
          onChange={onTab}
        />
        <HelpLinks />
      </div>
      {isManager && <WaitingRequests tenantId={tenantId} />}
      {query.data === undefined && !query.error && <Skeleton rows={4} columns={3} />}
      {query.error && (
        <FailedState
          title={t("capacity.dialog.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && tab === "data" && <DataCapacity tenantId={tenantId} isManager={isManager} figures={query.data} />}
      {tab === "data" && (
        <DeviceUsageTable tenantId={tenantId} isManager={isManager} onClean={props.onClean} onWhy={props.onWhy} />
      )}
      {query.data && tab === "file" && <FileCapacity figures={query.data} table={files} />}
    </Dialog>
  );
}

function HelpLinks() {
  const t = useText();
  return (
    <span className={styles.links}>
      {(["package", "quickDelete"] as const).map((type) => (
        <a key={type} href={`/doc?type=${type}`} target="_blank" rel="noreferrer">
          <Icon of={CircleQuestionMark} size={14} />
          {t(`capacity.help.${type}`)}
        </a>
      ))}
    </span>
  );
}

function Sum({ tenantId }: { tenantId: string }) {
  const t = useText();
  const { data: figures } = useCapacity(tenantId);
  if (!figures) return null;
  const { used, total } = figures.data;
  return (
    <span className={styles.sum}>
      {total === null
        ? t("capacity.table.sumUnlimited", { used: inMb(used) })
        : t("capacity.table.sum", { used: inMb(used), total: inMb(total) })}
    </span>
  );
}
