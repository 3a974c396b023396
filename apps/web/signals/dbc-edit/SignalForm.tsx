import "./edit-texts.ts";
import "../dbc/dbc-texts.ts";
import type { ByteOrder } from "@canopy/can/bytes/bits";
import { removeSignal, updateSignal } from "@canopy/can/dbc/edit/edit";
import type { Message, Signal, ValueType } from "@canopy/can/dbc/model";
import { Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import parts from "../dbc/dbc-parts.module.css";
import messageStyles from "../dbc/message.module.css";
import { colourOf } from "./byte-grid.ts";
import { CommitField } from "./CommitField.tsx";
import styles from "./edit.module.css";
import { inByteOrder } from "./signal-edits.ts";
import type { DbcEdit } from "./use-dbc-edit.ts";

export interface SignalFormProps {
  message: Message;
  signal: Signal;
  /** Absent: read-only. */
  edit: DbcEdit | undefined;
  onRenamed(name: string | undefined): void;
}

const NUMBERS = ["startBit", "length", "factor", "offset", "minimum", "maximum"] as const;
const TYPES: readonly ValueType[] = ["integer", "float", "double"];

/** All properties of a signal; each field takes effect on blur and can be undone. */
export function SignalForm({ message, signal, edit, onRenamed }: SignalFormProps) {
  const t = useText();
  const change = (changes: Partial<Signal>): string | undefined => {
    const problem = edit?.apply((dbc) => updateSignal(dbc, message, signal.name, changes));
    return problem ? t(`signals.editProblem.${problem.code}`) : undefined;
  };
  const commit = (take: (text: string) => string | undefined) => (edit ? take : undefined);
  const number = (field: (typeof NUMBERS)[number]) =>
    commit((text) => {
      const value = Number(text.trim());
      return text.trim() === "" || !Number.isFinite(value) ? t("signals.edit.number") : change({ [field]: value });
    });
  const rename = commit((text) => {
    const problem = change({ name: text.trim(), symbol: null });
    if (problem === undefined) onRenamed(text.trim());
    return problem;
  });
  const remove = () => {
    const problem = edit?.apply((dbc) => removeSignal(dbc, message, signal.name));
    if (!problem) onRenamed(undefined);
  };
  return (
    <section className={messageStyles.form} aria-label={t("signals.edit.label", { name: signal.name })}>
      <header className={parts.formHead}>
        <span className={parts.swatch} style={{ background: `var(--signal-${colourOf(message, signal)})` }} />
        <h3>{signal.name}</h3>
        {edit && <IconButton icon={Trash2} label={t("signals.edit.remove", { name: signal.name })} onClick={remove} />}
      </header>
      <div className={parts.pairs}>
        <div className={styles.both}>
          <CommitField label={t("signals.edit.name")} value={signal.name} onCommit={rename} mono />
        </div>
        <CommitField label={t("signals.edit.startBit")} value={String(signal.startBit)} onCommit={number("startBit")} />
        <CommitField label={t("signals.edit.length")} value={String(signal.length)} onCommit={number("length")} />
        <Field label={t("signals.edit.order")}>
          {() => (
            <Choice<ByteOrder>
              label={t("signals.edit.order")}
              options={[
                { value: "intel", label: t("signals.order.intel") },
                { value: "motorola", label: t("signals.order.motorola") },
              ]}
              value={signal.byteOrder}
              onChange={edit && ((byteOrder) => void change(inByteOrder(signal, byteOrder)))}
            />
          )}
        </Field>
        <Field label={t("signals.edit.sign")}>
          {() => (
            <Choice
              label={t("signals.edit.sign")}
              options={[
                { value: "no", label: t("signals.sign.no") },
                { value: "yes", label: t("signals.sign.yes") },
              ]}
              value={signal.isSigned ? "yes" : "no"}
              onChange={edit && ((value) => void change({ isSigned: value === "yes" }))}
            />
          )}
        </Field>
        <CommitField label={t("signals.edit.factor")} value={String(signal.factor)} onCommit={number("factor")} />
        <CommitField label={t("signals.edit.offset")} value={String(signal.offset)} onCommit={number("offset")} />
        <CommitField label={t("signals.edit.minimum")} value={String(signal.minimum)} onCommit={number("minimum")} />
        <CommitField label={t("signals.edit.maximum")} value={String(signal.maximum)} onCommit={number("maximum")} />
        <CommitField label={t("signals.edit.unit")} value={signal.unit} onCommit={commit((unit) => change({ unit }))} />
        <Field label={t("signals.edit.type")}>
          {(control) => (
            <Select
              {...control}
              disabled={!edit}
              options={TYPES.map((value) => ({ value, label: t(`signals.type.${value}`) }))}
              value={signal.valueType}
              onChange={(valueType) => {
                const length = valueType === "float" ? 32 : valueType === "double" ? 64 : signal.length;
                change({ valueType, length });
              }}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: ((value: V) => void) | undefined;
}

/** A read-only choice is shown as text. */
function Choice<V extends string>({ label, options, value, onChange }: ChoiceProps<V>) {
  if (onChange) return <Segmented label={label} options={options} value={value} onChange={onChange} />;
  return <span className={styles.fixed}>{options.find((option) => option.value === value)?.label}</span>;
}
