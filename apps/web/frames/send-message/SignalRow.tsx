import type { EncodeProblem } from "@canopy/can/dbc/decode/encode";
import { isStateSignal } from "@canopy/can/dbc/decode/states";
import type { Signal } from "@canopy/can/dbc/model";
import { useId } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "./message.module.css";

interface SignalRowProps {
  signal: Signal;
  value: string;
  problem: EncodeProblem | undefined;
  onChange(value: string): void;
}

/** One signal of a message: a choice of its states, or a number, some with a name, with a slider between its limits. */
export function SignalRow({ signal, value, problem, onChange }: SignalRowProps) {
  const t = useText();
  const names = useId();
  const label = signal.unit ? `${signal.name} (${signal.unit})` : signal.name;
  const states = statesOf(signal);
  if (states.length > 0) {
    // A start value without a name stays as it is until a state is chosen.
    const all = states.includes(value) ? states : [value, ...states];
    return (
      <Field label={label}>
        {(control) => (
          <Select
            {...control}
            options={all.map((text) => ({ value: text, label: text }))}
            value={value}
            onChange={onChange}
          />
        )}
      </Field>
    );
  }
  return (
    <Field label={label} error={problem && problemText(problem, signal, t)}>
      {(control) => (
        <div className={styles.number}>
          {signal.maximum > signal.minimum && (
            <input
              type="range"
              aria-label={t("frames.message.slider", { signal: signal.name })}
              min={signal.minimum}
              max={signal.maximum}
              step={signal.valueType === "integer" ? Math.abs(signal.factor) || 1 : "any"}
              value={Number(value) || 0}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
          <TextInput
            {...control}
            mono
            {...(signal.values.length > 0 ? { list: names } : { inputMode: "decimal" })}
            autoComplete="off"
            value={value}
            onChange={onChange}
          />
          {signal.values.length > 0 && (
            <datalist id={names}>
              {signal.values.map(({ raw, text }) => (
                <option key={String(raw)} value={text} />
              ))}
            </datalist>
          )}
        </div>
      )}
    </Field>
  );
}

/** One bit without names is off or on, too; a speed with a name for "invalid" is a number. */
function statesOf(signal: Signal): string[] {
  const { values, length, factor, offset } = signal;
  if (values.length === 0 && length === 1 && factor === 1 && offset === 0) return ["0", "1"];
  return isStateSignal(signal) ? values.map(({ text }) => text) : [];
}

function problemText({ code }: EncodeProblem, signal: Signal, t: ReturnType<typeof useText>): string {
  if (code === "notANumber") return t("frames.message.notANumber");
  if (code === "belowMinimum") return t("frames.message.belowMinimum", { limit: signal.minimum });
  if (code === "aboveMaximum") return t("frames.message.aboveMaximum", { limit: signal.maximum });
  return code === "doesNotFit" ? t("frames.message.doesNotFit") : t("frames.message.refused");
}
