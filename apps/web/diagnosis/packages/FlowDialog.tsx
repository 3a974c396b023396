import { FLOW_STEP_KINDS, type FlowStepKind, MAX_STEP_REPEATS } from "@canopy/can/uds/flash/flow";
import { type FlowStepData, flowStep, MAX_STEP_MS, MIN_STEP_MS } from "@canopy/contract/device-link/flash/flash-order";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { createFlashFlow, type FlashFlow, updateFlashFlow } from "@canopy/contract/diagnosis/flashing/flows";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { z } from "zod";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { BoundedNumber } from "../../ui/form/BoundedNumber.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import "../flashing/flash-texts.ts";
import "./package-texts.ts";
import styles from "./packages.module.css";

interface FlowDialogProps {
  flow?: FlashFlow;
  steps: readonly FlowStepData[];
  onDone(): void;
  onClose(): void;
}

/** A list of steps: each with its order, repeats and what a refusal means. */
export function FlowDialog({ flow, steps, onDone, onClose }: FlowDialogProps) {
  const t = useText();
  const form = useContractForm(createFlashFlow.body, {
    initial: { name: flow?.name ?? "", steps: [...steps] },
    fieldOfCode: { [flashErrors.flowNameTaken.code]: "name", [flashErrors.flowBad.code]: "steps" },
    submit: async (body) => {
      if (flow) await api(updateFlashFlow, { params: { flow_id: flow.flow_id }, body });
      else await api(createFlashFlow, { body });
      onDone();
    },
  });
  const now = form.values.steps.map(completed);
  const set = (next: FlowStepData[]) => form.set("steps", next);
  const missing = FLOW_STEP_KINDS.filter((kind) => kind === "request" || !now.some((step) => step.kind === kind));
  return (
    <FormDialog
      title={t(flow ? "diagnosis.package.flowEdit" : "diagnosis.package.flowNew")}
      width={680}
      onClose={onClose}
      action={t("diagnosis.package.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("diagnosis.package.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} autoComplete="off" />}
      </Field>
      <Field label={t("diagnosis.package.stepAdd")} error={form.errorOf("steps")}>
        {(control) => (
          <Select<string>
            {...control}
            options={[
              { value: "", label: "" },
              ...missing.map((kind) => ({ value: kind, label: t(`diagnosis.flash.step.${kind}`) })),
            ]}
            value=""
            onChange={(kind) => isKind(kind) && set([...now, flowStep.parse({ kind })])}
          />
        )}
      </Field>
      <ol className={styles.editor}>
        {now.map((step, i) => (
          <StepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place.
            key={i}
            step={step}
            onChange={(changed) => set(now.map((one, k) => (k === i ? changed : one)))}
            onMove={(by) => set(moved(now, i, i + by))}
            onRemove={() => set(now.filter((_, k) => k !== i))}
          />
        ))}
      </ol>
    </FormDialog>
  );
}

const REPEATS = { least: 0, most: MAX_STEP_REPEATS, whole: true };
const TIMEOUT_MS = { least: MIN_STEP_MS, most: MAX_STEP_MS, whole: true };

interface StepRowProps {
  step: FlowStepData;
  onChange(step: FlowStepData): void;
  onMove(by: number): void;
  onRemove(): void;
}

function StepRow({ step, onChange, onMove, onRemove }: StepRowProps) {
  const t = useText();
  const name = t(`diagnosis.flash.step.${step.kind}`);
  return (
    <li>
      <span className={styles.stepName}>{name}</span>
      {step.kind === "request" && (
        <TextInput
          aria-label={t("diagnosis.package.stepBytes")}
          placeholder="22F190"
          mono
          aria-invalid={!flowStep.shape.data.safeParse(step.data).success}
          value={step.data}
          onChange={(data) => onChange({ ...step, data: data.replace(/\s/g, "") })}
        />
      )}
      <BoundedNumber
        aria-label={`${name}: ${t("diagnosis.package.stepRepeat")}`}
        title={t("diagnosis.package.stepRepeat")}
        trailing="×"
        limits={REPEATS}
        value={step.repeat}
        onChange={(repeat) => onChange({ ...step, repeat })}
      />
      <BoundedNumber
        aria-label={`${name}: ${t("diagnosis.package.stepTimeout")}`}
        title={t("diagnosis.package.stepTimeout")}
        trailing={t("diagnosis.package.stepTimeoutUnit")}
        limits={TIMEOUT_MS}
        value={step.timeout_ms}
        onChange={(timeout_ms) => onChange({ ...step, timeout_ms })}
        onClear={() => onChange({ ...step, timeout_ms: null })}
      />
      <Checkbox
        checked={step.on_refusal === "goOn"}
        onChange={(on) => onChange({ ...step, on_refusal: on ? "goOn" : "stop" })}
      >
        {t("diagnosis.package.stepGoOn")}
      </Checkbox>
      <IconButton icon={ArrowUp} label={t("diagnosis.package.stepUp", { step: name })} onClick={() => onMove(-1)} />
      <IconButton icon={ArrowDown} label={t("diagnosis.package.stepDown", { step: name })} onClick={() => onMove(1)} />
      <IconButton icon={X} label={t("diagnosis.package.stepRemove", { step: name })} onClick={onRemove} />
    </li>
  );
}

/** As it is typed: a step is checked when it is sent. */
function completed(step: z.input<typeof flowStep>): FlowStepData {
  const { kind, data = "", functional = false, timeout_ms = null, repeat = 0, on_refusal = "stop" } = step;
  return { kind, data, functional, timeout_ms, repeat, on_refusal };
}

const isKind = (kind: string): kind is FlowStepKind => FLOW_STEP_KINDS.some((one) => one === kind);

function moved(steps: readonly FlowStepData[], from: number, to: number): FlowStepData[] {
  const step = steps[from];
  if (!step || to < 0 || to >= steps.length) return [...steps];
  const rest = steps.filter((_, i) => i !== from);
  return [...rest.slice(0, to), step, ...rest.slice(to)];
}
