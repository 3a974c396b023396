import { sendErrors } from "@canopy/contract/frames/send-errors";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { isPeriod, isTimes, type Repeat } from "./repeat.ts";
import styles from "./send.module.css";

export function RepeatFields({ value, onChange }: { value: Repeat; onChange(value: Repeat): void }) {
  const t = useText();
  return (
    <div className={styles.sendForm}>
      <div className={styles.whole}>
        <Segmented
          label={t("frames.send.mode")}
          options={[
            { value: "once", label: t("frames.send.once") },
            { value: "cyclic", label: t("frames.send.cyclic") },
          ]}
          value={value.cyclic ? "cyclic" : "once"}
          onChange={(mode) => onChange({ ...value, cyclic: mode === "cyclic" })}
        />
      </div>
      {value.cyclic && (
        <>
          <Field
            label={t("frames.send.period")}
            error={isPeriod(value.period) ? undefined : codeText(sendErrors.delayOutOfRange.code)}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={value.period}
                onChange={(period) => onChange({ ...value, period })}
              />
            )}
          </Field>
          <Field
            label={t("frames.send.times")}
            hint={t("frames.send.timesHint")}
            error={isTimes(value.times) ? undefined : codeText(sendErrors.repeatOutOfRange.code)}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={value.times}
                onChange={(times) => onChange({ ...value, times })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
