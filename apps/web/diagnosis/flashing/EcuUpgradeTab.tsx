import { actOnFlash, type FlashRunRow, type RunAction } from "@canopy/contract/diagnosis/flashing/runs";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { deniedOn } from "../../devices/details/may-change.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { ChooseCard } from "./ChooseCard.tsx";
import "./flash-texts.ts";
import { FlashStages } from "./FlashStages.tsx";
import { useFlashRun } from "./flash-queries.ts";
import styles from "./flashing.module.css";
import { GatesCard } from "./GatesCard.tsx";
import { PastRuns } from "./PastRuns.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { ProofDialog } from "./ProofDialog.tsx";
import { ResultCard } from "./ResultCard.tsx";
import { RunCard } from "./RunCard.tsx";
import { StageLine } from "./StageLine.tsx";
import { TraceCard } from "./TraceCard.tsx";

/** UDS-04: choose, gates, approve, flash, read back. */
export function EcuUpgradeTab({ device, search, onSearch }: DeviceTabProps) {
  const t = useText();
  const { runs, run, trace, error, renew } = useFlashRun(device.id, search.run);
  const [asking, setAsking] = useState<"start" | "approve">();
  const denied = deniedOn(device, actOnFlash);
  const act = useMutation({
    mutationFn: async (action: RunAction) => {
      if (!run) return;
      await api(actOnFlash, { params: { things_id: device.id, run_id: run.run_id }, body: { action } });
    },
    onError: (wrong) => addNote({ tone: "ordinary", text: troubleOf(wrong).text }),
    onSettled: renew,
  });
  if (error)
    return <FailedState title={t("diagnosis.flash.failed")} trouble={troubleOf(error)} onRetry={() => void renew()} />;
  const begun = run !== undefined && (run.state === "running" || (run.state === "ended" && run.started_time !== null));
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <StageLine run={run} />
        <PastRuns runs={runs.data?.list ?? []} chosen={run?.run_id} onChoose={(id) => onSearch({ run: id })} />
      </div>
      {run === undefined && (
        <ChooseCard
          device={device}
          onMade={(made: FlashRunRow) => {
            onSearch({ run: made.run_id });
            void renew();
          }}
        />
      )}
      {run?.state === "ended" && (
        <ResultCard
          run={run}
          denied={denied}
          busy={act.isPending}
          onRetry={() => act.mutate("retry")}
          onNew={() => onSearch({ run: undefined })}
        />
      )}
      {run && begun && <FlashStages run={run} />}
      {run && begun && <RunCard run={run} denied={denied} onCancel={() => act.mutate("cancel")} />}
      {run && (
        <div className={styles.cards}>
          <GatesCard run={run} />
          <div className={styles.side}>
            <PlanCard
              run={run}
              denied={denied}
              busy={act.isPending}
              onAct={(one) => act.mutate(one)}
              onProof={setAsking}
            />
            {trace && <TraceCard run={run} trace={trace} />}
          </div>
        </div>
      )}
      <p className={styles.duty}>{t("diagnosis.flash.duty")}</p>
      {run && asking && (
        <ProofDialog
          run={run}
          kind={asking}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined);
            void renew();
          }}
        />
      )}
    </div>
  );
}
