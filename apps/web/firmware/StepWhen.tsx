import { useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { TimeInput } from "../ui/time/TimeInput.tsx";
import type { StepProps } from "./draft.ts";
import styles from "./firmware.module.css";

export function StepWhen({ draft, onDraft }: StepProps) {
  const t = useText();
  const [bad, setBad] = useState(false);
  return (
    <>
      <Segmented
        label={t("firmware.step.when")}
        value={draft.when}
        onChange={(when) => onDraft({ when })}
        options={(["now", "at", "window"] as const).map((value) => ({ value, label: t(`firmware.when.${value}`) }))}
      />
      {draft.when === "at" && (
        <Field
          label={t("firmware.when.time")}
          error={bad ? t("firmware.when.badTime") : undefined}
          hint={Intl.DateTimeFormat().resolvedOptions().timeZone}
          required
        >
          {(control) => (
            <TimeInput
              {...control}
              at={draft.startAt}
              onBad={() => setBad(true)}
              onChange={(startAt) => {
                setBad(false);
                onDraft({ startAt });
              }}
            />
          )}
        </Field>
      )}
      {draft.when === "window" && (
        <div className={styles.triple}>
          <Field label={t("firmware.when.from")} required>
            {(control) => (
              <TextInput {...control} type="time" value={draft.from} onChange={(from) => onDraft({ from })} />
            )}
          </Field>
          <Field label={t("firmware.when.to")} required>
            {(control) => <TextInput {...control} type="time" value={draft.to} onChange={(to) => onDraft({ to })} />}
          </Field>
          <Field label={t("firmware.when.zone")} required>
            {(control) => (
              <TextInput {...control} value={draft.timeZone} onChange={(timeZone) => onDraft({ timeZone })} />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
