import type { Thing } from "@canopy/contract/devices/thing";
import { deleteQuarantine, takeOverQuarantine } from "@canopy/contract/frames/quarantine";
import { Clock, Trash2 } from "lucide-react";
import { useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { ConfirmDelete, ConfirmTakeOver, type QuarantineTarget } from "./QuarantineConfirm.tsx";
import { type ChosenBatches, QuarantineList, useQuarantinePage } from "./QuarantineList.tsx";
import { QuarantineOutcome } from "./QuarantineOutcome.tsx";
import { chosenShiftMs, QuarantineShift, type ShiftChoice } from "./QuarantineShift.tsx";
import styles from "./quarantine.module.css";
import { useQuarantineTask } from "./quarantine-queries.ts";

interface QuarantineDialogProps {
  device: Thing;
  /** Where frames that were taken over are. */
  onShow(range: TimeSpan): void;
  onClose(): void;
}

const NONE: ChosenBatches = new Map();

/** DAT-08: batches with a wrong clock: look at them, move them into the history, or delete them. */
export function QuarantineDialog({ device, onShow, onClose }: QuarantineDialogProps) {
  const t = useText();
  const list = useQuarantinePage(device.id);
  const work = useQuarantineTask(device.id);
  const [chosen, setChosen] = useState(NONE);
  const [choice, setChoice] = useState<ShiftChoice>({ mode: null, text: null });
  const [asking, setAsking] = useState<"takeOver" | "remove">();
  const { list: shown = [], totals } = list.page.data ?? {};
  const batches = chosen.size > 0 ? [...chosen.values()] : shown;
  const shiftMs = chosenShiftMs(choice, batches);
  const target: QuarantineTarget = {
    keys: chosen.size > 0 ? [...chosen.keys()] : undefined,
    batches: chosen.size || (totals?.batches ?? 0),
    frames: chosen.size > 0 ? batches.reduce((sum, { frames }) => sum + frames, 0) : (totals?.frames ?? 0),
  };
  const mayAct = target.batches > 0 && !work.isRunning;
  const ask = (what: typeof asking) => {
    // What an earlier attempt was answered is not said of the next one.
    work.takeOver.reset();
    work.remove.reset();
    setAsking(what);
  };
  const begun = () => {
    setAsking(undefined);
    setChosen(NONE);
    list.toFirst();
  };
  return (
    <>
      <Dialog
        open
        width={920}
        title={t("frames.quarantine.title")}
        onClose={onClose}
        footer={
          mayAct ? (
            <>
              <Target target={target} bytes={totals?.bytes} onAll={() => setChosen(NONE)} />
              <Button icon={Trash2} denied={deniedOn(device, deleteQuarantine)} onClick={() => ask("remove")}>
                {t("frames.quarantine.delete")}
              </Button>
              <Button
                kind="main"
                icon={Clock}
                denied={deniedOn(device, takeOverQuarantine)}
                onClick={() => shiftMs !== undefined && ask("takeOver")}
              >
                {t("frames.quarantine.takeOver")}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t("ui.action.close")}</Button>
          )
        }
      >
        <div className={styles.dialog}>
          <p className={styles.note}>{t("frames.quarantine.note")}</p>
          {work.task && (
            <QuarantineOutcome
              kind={work.task.kind}
              job={work.job}
              isStopping={work.stop.isPending}
              onStop={work.stop.mutate}
              onShow={onShow}
            />
          )}
          <QuarantineList list={list} chosen={chosen} onChoose={setChosen} />
          {mayAct && <QuarantineShift batches={batches} choice={choice} onChange={setChoice} />}
        </div>
      </Dialog>
      {asking === "takeOver" && shiftMs !== undefined && (
        <ConfirmTakeOver
          target={target}
          shiftMs={shiftMs}
          task={work.takeOver}
          onBegun={begun}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "remove" && (
        <ConfirmDelete target={target} task={work.remove} onBegun={begun} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

interface TargetProps {
  target: QuarantineTarget;
  bytes: number | undefined;
  onAll(): void;
}

/** What the buttons act on: what is ticked, or everything. */
function Target({ target, bytes, onAll }: TargetProps) {
  const t = useText();
  const counts = { batches: formatNumber(target.batches), frames: formatNumber(target.frames) };
  return (
    <span className={styles.target} aria-live="polite">
      {target.keys ? (
        <>
          {t("frames.quarantine.chosen", counts)}
          <Button kind="link" onClick={onAll}>
            {t("frames.quarantine.chooseAll")}
          </Button>
        </>
      ) : (
        t("frames.quarantine.all", { ...counts, bytes: formatBytes(bytes) })
      )}
    </span>
  );
}
