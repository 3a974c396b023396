import type { Thing } from "@canopy/contract/devices/thing";
import { createRoutine, routineContent, type TestRoutine, updateRoutine } from "@canopy/contract/tests/routines";
import { MAX_TEST_SIGNALS } from "@canopy/contract/tests/scripts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { z } from "zod";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { NumberInput } from "../../ui/form/NumberInput.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { type ContractForm, useContractForm } from "../../ui/form/use-contract-form.ts";
import { scriptsQuery } from "../test-queries.ts";
import styles from "../tests.module.css";
import { CommandLines } from "./CommandLines.tsx";
import { readFrames, readSteps, writeFrames, writeSteps } from "./command-lines.ts";
import { LimitRows } from "./LimitRows.tsx";
import { RoutineSignals, useNamedSignals } from "./RoutineSignals.tsx";
import "../texts.ts";

type Values = z.input<typeof routineContent>;
type Form = ContractForm<Values>;

const NEW: Values = {
  name: "",
  frames: [],
  repeat: 1,
  period_ms: 0,
  uds_steps: [],
  signals: [],
  duration_ms: 10_000,
  script_id: null,
  limits: [],
};

/** The device whose channels and DBC files the form offers. */
export interface OfferedDevice {
  readonly device: Thing | undefined;
  readonly choice: ReactNode;
}

interface RoutineDialogProps {
  /** Absent: a new one; without an id: a copy. */
  routine?: Omit<TestRoutine, "routine_id"> & { routine_id?: string };
  offered: OfferedDevice;
  onClose(): void;
  onDone(routine: TestRoutine): void;
}

/** TST-01 */
export function RoutineDialog({ routine, offered, onClose, onDone }: RoutineDialogProps) {
  const t = useText();
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const [isPicking, setIsPicking] = useState(false);
  const form = useContractForm(routineContent, {
    initial: routine ? routineContent.parse(routine) : NEW,
    submit: async (body) => {
      const id = routine?.routine_id;
      const saved = await (id === undefined
        ? api(createRoutine, { body })
        : api(updateRoutine, { params: { routine_id: id }, body }));
      onDone(saved.data);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (unread.size === 0) return form.onSubmit(event);
    event.preventDefault();
    const [field] = unread;
    const found = event.currentTarget.elements.namedItem(field ?? "");
    if (found instanceof HTMLElement) found.focus();
  };
  const take = <K extends "frames" | "uds_steps">(field: K, items: Values[K] | undefined) => {
    const isRead = items !== undefined;
    setUnread((old) => new Set([...old].filter((one) => one !== field).concat(isRead ? [] : [field])));
    if (isRead) form.set(field, items);
  };
  const { device, choice } = offered;
  return (
    <>
      <FormDialog
        title={routine?.routine_id ? t("tests.routine.editTitle", { name: routine.name }) : t("tests.routine.new")}
        drawer
        width={720}
        action={t("tests.form.save")}
        busy={form.busy}
        error={form.formError}
        onSubmit={(event) => submit(event as FormEvent<HTMLFormElement>)}
        onClose={onClose}
      >
        <Field label={t("tests.field.name")} required error={form.errorOf("name")}>
          {(control) => <TextInput {...control} {...form.text("name")} maxLength={60} />}
        </Field>
        <CommandLines
          name="frames"
          label={t("tests.form.frames")}
          hint={t("tests.form.framesHint")}
          items={routine?.frames ?? []}
          error={form.errorOf("frames")?.text}
          read={readFrames}
          write={writeFrames}
          onChange={(frames) => take("frames", frames)}
        />
        <Numbers form={form} />
        <CommandLines
          name="uds_steps"
          label={t("tests.form.steps")}
          hint={t("tests.form.stepsHint")}
          items={routine?.uds_steps ?? []}
          error={form.errorOf("uds_steps")?.text}
          read={readSteps}
          write={writeSteps}
          onChange={(steps) => take("uds_steps", steps)}
        />
        <Judged
          form={form}
          choice={choice}
          pickDenied={device ? undefined : t("tests.start.noDevice")}
          onPick={() => setIsPicking(true)}
        />
      </FormDialog>
      {device && (
        <SignalPicker
          device={device}
          open={isPicking}
          chosen={form.values.signals ?? []}
          limit={MAX_TEST_SIGNALS}
          onChoose={(signals) => form.set("signals", [...signals])}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}

const WHOLE = { type: "number", inputMode: "numeric" } as const;

function Numbers({ form }: { form: Form }) {
  const t = useText();
  const number = (field: "repeat" | "period_ms", label: string) => (
    <Field label={label} error={form.errorOf(field)}>
      {(control) => <NumberInput {...control} {...WHOLE} {...form.number(field)} />}
    </Field>
  );
  return (
    <div className={styles.pair}>
      {number("repeat", t("tests.form.repeat"))}
      {number("period_ms", t("tests.form.period"))}
    </div>
  );
}

interface JudgedProps {
  form: Form;
  choice: ReactNode;
  pickDenied: string | undefined;
  onPick(): void;
}

/** What is collected, and how it is judged. */
function Judged({ form, choice, pickDenied, onPick }: JudgedProps) {
  const t = useText();
  const signals = useNamedSignals(form.values.signals ?? []);
  const scripts = useQuery(scriptsQuery).data?.list ?? [];
  const duration = form.values.duration_ms / 1000;
  return (
    <>
      <div className={styles.pair}>
        <Field label={t("tests.form.duration")} required error={form.errorOf("duration_ms")}>
          {(control) => (
            <NumberInput
              {...control}
              {...WHOLE}
              name="duration_ms"
              value={duration}
              onChange={(seconds) => form.set("duration_ms", Math.round(seconds * 1000))}
            />
          )}
        </Field>
        <Field label={t("tests.field.script")} error={form.errorOf("script_id")}>
          {(control) => (
            <Select<string>
              {...control}
              name="script_id"
              options={[
                { value: "", label: t("tests.field.noScript") },
                ...scripts.map(({ script_id, name }) => ({ value: script_id, label: name })),
              ]}
              value={form.values.script_id ?? ""}
              onChange={(id) => form.set("script_id", id === "" ? null : id)}
            />
          )}
        </Field>
      </div>
      <RoutineSignals
        signals={signals}
        onChange={(next) => form.set("signals", next)}
        onPick={onPick}
        deviceChoice={choice}
        pickDenied={pickDenied}
        error={form.errorOf("signals")?.text}
      />
      <LimitRows
        names={signals.map(({ name }) => name)}
        limits={form.values.limits ?? []}
        onChange={(limits) => form.set("limits", limits)}
      />
      {form.errorOf("limits") && <p role="alert">{form.errorOf("limits")?.text}</p>}
    </>
  );
}
