import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import type { useQuarantineTask } from "./quarantine-queries.ts";
import { shiftText } from "./shift-text.ts";

/** What is taken over or deleted. */
export interface QuarantineTarget {
  /** Undefined: all. */
  readonly keys: string[] | undefined;
  readonly batches: number;
  readonly frames: number;
}

type Tasks = ReturnType<typeof useQuarantineTask>;

interface ConfirmProps<K extends "takeOver" | "remove"> {
  target: QuarantineTarget;
  task: Tasks[K];
  onBegun(): void;
  onClose(): void;
}

const countsOf = ({ batches, frames }: QuarantineTarget) => ({
  batches: formatNumber(batches),
  frames: formatNumber(frames),
});

export function ConfirmTakeOver({
  target,
  shiftMs,
  task,
  onBegun,
  onClose,
}: ConfirmProps<"takeOver"> & { shiftMs: number | null }) {
  const t = useText();
  const counts = countsOf(target);
  return (
    <FormDialog
      title={t("frames.quarantine.takeOverTitle")}
      action={t("frames.quarantine.takeOver")}
      busy={task.isPending}
      error={task.error ? troubleOf(task.error).text : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!task.isPending) task.mutate({ shift_ms: shiftMs, batches: target.keys }, { onSuccess: onBegun });
      }}
      onClose={onClose}
    >
      <p>
        {shiftMs === null
          ? t("frames.quarantine.arriveNote", counts)
          : t("frames.quarantine.takeOverNote", { ...counts, shift: shiftText(shiftMs) })}
      </p>
    </FormDialog>
  );
}

export function ConfirmDelete({ target, task, onBegun, onClose }: ConfirmProps<"remove">) {
  const t = useText();
  return (
    <Confirm
      asksPassword
      open
      title={t("frames.quarantine.deleteTitle")}
      action={t("frames.quarantine.delete")}
      busy={task.isPending}
      error={task.error ? troubleOf(task.error).text : undefined}
      onConfirm={(password) => task.mutate({ password, batches: target.keys }, { onSuccess: onBegun })}
      onClose={onClose}
    >
      {t("frames.quarantine.deleteNote", countsOf(target))}
    </Confirm>
  );
}
