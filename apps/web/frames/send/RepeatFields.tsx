import { MAX_SEND_DELAY_MS, MAX_SEND_REPEAT } from "@canopy/contract/device-link/sent-frame";
import { isWhole } from "@canopy/contract/frames/frame-form";
import { sendErrors } from "@canopy/contract/frames/send-errors";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "./send.module.css";

/** How often, as typed. */
export interface Repeat {
  cyclic: boolean;
  period: string;
  times: string;
}

export const ONCE: Repeat = { cyclic: false, period: "100", times: "0" };

/** Undefined: what is typed is no time or no number. */
export function planOf({ cyclic, period, times }: Repeat): { repeat: number; period_ms: number } | undefined {
  if (!cyclic) return { repeat: 1, period_ms: 0 };
  if (!isPeriod(period) || !isWhole(times, MAX_SEND_REPEAT)) return undefined;
  return { repeat: Number(times), period_ms: Number(period) };
}

export function repeatOf({ repeat, period_ms }: { repeat: number; period_ms: number }): Repeat {
  if (repeat === 1) return ONCE;
  return { cyclic: true, period: String(period_ms), times: String(repeat) };
}

/** Without a pause a cycle would fill the bus. */
const isPeriod = (text: string) => isWhole(text, MAX_SEND_DELAY_MS) && Number(text) >= 1;

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
            error={isWhole(value.times, MAX_SEND_REPEAT) ? undefined : codeText(sendErrors.repeatOutOfRange.code)}
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
