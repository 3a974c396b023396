import "./choose-texts.ts";
import { MAX_FORMULA_SIGNALS } from "@canopy/can/formula/limits";
import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { type ComputedContent, computedContent, MAX_COMPUTED_NAME } from "@canopy/contract/signals/computed";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import layout from "../../ui/layout.module.css";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./choose.module.css";
import { checkFormula, quotedName } from "./formula-problem.ts";
import { SignalPicker } from "./SignalPicker.tsx";
import { isSameSignal } from "./signal-names.ts";

export const NEW_COMPUTED: ComputedContent = { name: "", unit: "", remark: "", formula: "", inputs: [] };
const EXAMPLE = "derivative(Speed) / 3.6";

interface ComputedFormProps {
  device: Thing;
  initial: ComputedContent;
  onSubmit(content: ComputedContent): Promise<void>;
  onCancel(): void;
}

/** Inputs come first: a click on an input's name inserts it into the formula, which is checked while typing. */
export function ComputedForm({ device, initial, onSubmit, onCancel }: ComputedFormProps) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const form = useContractForm(computedContent, { initial, submit: onSubmit });
  const { inputs, formula } = form.values;
  const names = inputs.map(({ name }) => name);
  const checked = formula.trim() === "" ? undefined : checkFormula(formula, names, t);
  const keep = (next: Inputs) => form.set("inputs", next);
  const insert = (name: string) => form.set("formula", `${formula}${formula === "" ? "" : " "}${quotedName(name)}`);
  return (
    <form className={layout.stack} onSubmit={form.onSubmit} noValidate>
      {form.formError && <Banner level="urgent">{form.formError}</Banner>}
      <div className={styles.twoFields}>
        <Field label={t("signals.computed.name")} error={form.errorOf("name")} required>
          {(control) => <TextInput {...control} {...form.text("name")} maxLength={MAX_COMPUTED_NAME} />}
        </Field>
        <Field label={t("signals.computed.unit")} error={form.errorOf("unit")}>
          {(control) => <TextInput {...control} {...form.text("unit")} />}
        </Field>
      </div>
      <fieldset className={layout.labelled}>
        <legend>{t("signals.computed.inputs")}</legend>
        <div className={styles.inputs}>
          {inputs.map(({ name, signal }) => (
            <span key={name} className={styles.input}>
              <Button kind="link" aria-label={t("signals.computed.insert", { name })} onClick={() => insert(name)}>
                {name}
              </Button>
              <span className={layout.note}>{channelName(signal.channel)}</span>
              <IconButton
                icon={X}
                label={t("signals.computed.remove", { name })}
                onClick={() => keep(inputs.filter((one) => one.name !== name))}
              />
            </span>
          ))}
          <Button icon={Plus} onClick={() => setChoosing(true)}>
            {t("signals.computed.addInput")}
          </Button>
        </div>
        {inputs.length === 0 && form.errorOf("inputs") && (
          <p role="alert" className={styles.wrong}>
            {t("signals.computed.noInputs")}
          </p>
        )}
      </fieldset>
      <Field
        label={t("signals.computed.formula")}
        hint={
          checked && !checked.error
            ? t(checked.isCondition ? "signals.computed.isCondition" : "signals.computed.isNumber")
            : t("signals.computed.formulaHint", { example: EXAMPLE })
        }
        error={checked?.error ?? form.errorOf("formula")}
        required
      >
        {(control) => <TextArea {...control} {...form.text("formula")} mono rows={3} spellCheck={false} />}
      </Field>
      <Field label={t("signals.computed.remark")} error={form.errorOf("remark")}>
        {(control) => <TextInput {...control} {...form.text("remark")} />}
      </Field>
      <div className={styles.sure}>
        <Button kind="main" type="submit" busy={form.busy}>
          {t("signals.computed.save")}
        </Button>
        <Button onClick={onCancel}>{t("ui.action.cancel")}</Button>
      </div>
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={inputs.map(({ signal }) => signal)}
        limit={MAX_FORMULA_SIGNALS}
        onChoose={(signals) => keep(named(signals, inputs))}
        onClose={() => setChoosing(false)}
      />
    </form>
  );
}

type Inputs = ComputedContent["inputs"];

/** An existing input keeps its name; a second input of that name gets a number. */
function named(signals: readonly SignalReference[], before: Inputs): Inputs {
  const taken = new Set<string>();
  return signals.map((signal) => {
    const known = before.find((one) => isSameSignal(one.signal, signal))?.name;
    let name = known ?? signal.signal;
    for (let n = 2; taken.has(name); n++) name = `${signal.signal}_${n}`;
    taken.add(name);
    return { name, signal };
  });
}
