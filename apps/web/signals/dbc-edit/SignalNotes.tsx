import "./edit-texts.ts";
import { updateSignal } from "@canopy/can/dbc/edit/edit";
import type { Dbc, Signal } from "@canopy/can/dbc/model";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import parts from "../dbc/dbc-parts.module.css";
import { CommitField } from "./CommitField.tsx";
import styles from "./edit.module.css";
import type { SignalFormProps } from "./SignalForm.tsx";
import { SignalMultiplexing } from "./SignalMultiplexing.tsx";
import { readStates, statesText } from "./signal-edits.ts";
import { sameValues } from "./value-table-edits.ts";

/** The properties beside the layout: multiplexing, comment, states, attributes. */
export function SignalNotes({ dbc, message, signal, edit }: Omit<SignalFormProps, "onRenamed"> & { dbc: Dbc }) {
  const t = useText();
  const change = (changes: Partial<Signal>): string | undefined => {
    const problem = edit?.apply((before) => updateSignal(before, message, signal.name, changes));
    return problem ? t(`signals.editProblem.${problem.code}`) : undefined;
  };
  const commit = (take: (text: string) => string | undefined) => (edit ? take : undefined);
  const states = commit((text) => {
    const values = readStates(text);
    return values === null ? t("signals.edit.statesWrong") : change({ values });
  });
  return (
    <section className={styles.notes} aria-label={t("signals.edit.notes", { name: signal.name })}>
      <div className={parts.pairs}>
        <SignalMultiplexing message={message} signal={signal} change={edit && change} />
        <div>
          <CommitField
            label={t("signals.edit.comment")}
            value={signal.comment ?? ""}
            lines={2}
            onCommit={commit((text) => change({ comment: text === "" ? null : text }))}
          />
        </div>
        {edit && dbc.valueTables.length > 0 && (
          <Field label={t("signals.edit.table")}>
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: "", label: t("signals.edit.ownStates") },
                  ...dbc.valueTables.map(({ name }) => ({ value: name, label: name })),
                ]}
                value={dbc.valueTables.find(({ values }) => sameValues(values, signal.values))?.name ?? ""}
                onChange={(name) =>
                  void change({ values: dbc.valueTables.find((table) => table.name === name)?.values ?? signal.values })
                }
              />
            )}
          </Field>
        )}
        {(edit || signal.values.length > 0) && (
          <div>
            <CommitField
              label={t("signals.edit.states", { count: signal.values.length })}
              hint={edit && t("signals.edit.statesHint")}
              value={statesText(signal.values)}
              lines={Math.min(8, Math.max(2, signal.values.length))}
              onCommit={states}
              mono
            />
          </div>
        )}
      </div>
      <Attributes signal={signal} />
    </section>
  );
}

function Attributes({ signal }: { signal: Signal }) {
  const t = useText();
  if (signal.attributes.length === 0 && signal.receivers.length === 0) return null;
  return (
    <dl className={parts.facts}>
      {signal.receivers.length > 0 && (
        <div>
          <dt>{t("signals.edit.receivers")}</dt>
          <dd>{signal.receivers.join(", ")}</dd>
        </div>
      )}
      {signal.attributes.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
