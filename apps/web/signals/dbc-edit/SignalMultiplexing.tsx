import "./edit-texts.ts";
import type { Message, Signal } from "@canopy/can/dbc/model";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { CommitField } from "./CommitField.tsx";
import { multiplexingChange, rangesText, readRanges } from "./signal-edits.ts";

interface SignalMultiplexingProps {
  message: Message;
  signal: Signal;
  /** Absent: read-only. */
  change: ((changes: Partial<Signal>) => string | undefined) | undefined;
}

/** Whether a signal is always present, selects others, or is present for some values of a selector. */
export function SignalMultiplexing({ message, signal, change }: SignalMultiplexingProps) {
  const t = useText();
  const selectors = message.signals.filter(({ name, isMultiplexor }) => isMultiplexor && name !== signal.name);
  const value = signal.multiplexed?.selector ?? (signal.isMultiplexor ? "selector" : "plain");
  return (
    <>
      <Field label={t("signals.edit.multiplexing")}>
        {(control) => (
          <Select
            {...control}
            disabled={!change}
            options={[
              { value: "plain", label: t("signals.multiplexing.plain") },
              { value: "selector", label: t("signals.multiplexing.selector") },
              ...selectors.map(({ name }) => ({ value: name, label: t("signals.multiplexing.by", { name }) })),
            ]}
            value={value}
            onChange={(choice) => void change?.(multiplexingChange(message, signal, choice))}
          />
        )}
      </Field>
      <CommitField
        label={t("signals.edit.ranges")}
        value={rangesText(signal.multiplexed?.ranges ?? [])}
        onCommit={
          change &&
          ((text) => {
            const ranges = readRanges(text);
            if (signal.multiplexed === null) return t("signals.edit.rangesPlain");
            if (ranges === null) return t("signals.edit.rangesWrong");
            return change({ multiplexed: { ...signal.multiplexed, ranges } });
          })
        }
      />
    </>
  );
}
