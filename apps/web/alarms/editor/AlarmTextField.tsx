import { ALARM_TEXT_PLACES, alarmText, MAX_ALARM_TEXT } from "@canopy/contract/alarms/alarm-text";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "./editor.module.css";
import "../texts.ts";

interface AlarmTextFieldProps {
  text: string;
  device: string;
  error: FieldError | undefined;
  onChange(text: string): void;
}

const SAMPLE_VALUE = 58.3;

/** TRG-01: the description with its places, and below it as it would be sent. */
export function AlarmTextField({ text, device, error, onChange }: AlarmTextFieldProps) {
  const t = useText();
  const filled = alarmText(text, { device, value: SAMPLE_VALUE, timeMs: Date.now() });
  return (
    <div className={styles.part}>
      <Field
        label={t("alarms.edit.description")}
        aside={
          <span className={styles.count}>
            {text.length} / {MAX_ALARM_TEXT}
          </span>
        }
        hint={filled === text ? undefined : t("alarms.text.filled", { text: filled })}
        error={error}
      >
        {(control) => <TextInput {...control} value={text} onChange={onChange} />}
      </Field>
      <div className={styles.places}>
        {ALARM_TEXT_PLACES.map((place) => (
          <Button key={place} kind="quiet" onClick={() => onChange(`${text}${/\S$/.test(text) ? " " : ""}{${place}}`)}>
            {t(`alarms.text.${place}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
