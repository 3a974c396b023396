import type { Thing } from "@canopy/contract/devices/thing";
import type { TestRoutine } from "@canopy/contract/tests/routines";
import { dryRun, startRun, type TestRun } from "@canopy/contract/tests/runs";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import layout from "../../ui/layout.module.css";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import { RUNS_KEY } from "../test-queries.ts";
import styles from "../tests.module.css";
import "../texts.ts";

interface StartDialogProps {
  routine: Pick<TestRoutine, "routine_id" | "name" | "frames" | "uds_steps" | "duration_ms">;
  device: Thing | undefined;
  deviceChoice: ReactNode;
  onStarted(run: TestRun): void;
  onClose(): void;
}

/** TST-01: on which device, and whether commands are sent or stored data is judged. */
export function StartDialog({ routine, device, deviceChoice, onStarted, onClose }: StartDialogProps) {
  const t = useText();
  const client = useQueryClient();
  const mayWrite = device !== undefined && device.level === "write" && callDenied(startRun) === undefined;
  const [how, setHow] = useState<"live" | "dry">("live");
  const [fromMs, setFromMs] = useState<number | null>(() => Date.now() - routine.duration_ms);
  const [problem, setProblem] = useState<string>();
  const kind = mayWrite ? how : "dry";
  const start = useMutation({
    mutationFn: async (things_id: string) => {
      const { routine_id } = routine;
      const params = { things_id };
      if (kind === "live") return (await api(startRun, { params, body: { routine_id } })).data;
      return (await api(dryRun, { params, body: { routine_id, from_time: fromMs ?? 0 } })).data;
    },
    onSuccess: async (run) => {
      await client.invalidateQueries({ queryKey: RUNS_KEY });
      onStarted(run);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!device) return setProblem(t("tests.start.noDevice"));
    setProblem(undefined);
    if (!start.isPending) start.mutate(device.id);
  };
  const told = { frames: routine.frames.length, steps: routine.uds_steps.length, seconds: routine.duration_ms / 1000 };
  return (
    <FormDialog
      title={t("tests.start.title", { name: routine.name })}
      action={t("tests.start.start")}
      busy={start.isPending}
      error={problem ?? (start.error ? troubleOf(start.error).text : undefined)}
      leaves="freely"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={layout.labelled}>
        <span>{t("tests.start.device")}</span>
        {deviceChoice}
      </div>
      {mayWrite && (
        <Segmented
          label={t("tests.start.how")}
          options={[
            { value: "live", label: t("tests.start.live") },
            { value: "dry", label: t("tests.start.dry") },
          ]}
          value={how}
          onChange={setHow}
        />
      )}
      <p className={styles.hint}>{t(kind === "live" ? "tests.start.liveNote" : "tests.start.dryNote", told)}</p>
      {kind === "dry" && (
        <Field label={t("tests.start.from")}>
          {(control) => (
            <TimeInput
              {...control}
              at={fromMs}
              onChange={setFromMs}
              onBad={(text) => setProblem(t("tests.start.badTime", { text }))}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
