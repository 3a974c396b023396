import type { RuleHours } from "@canopy/contract/alarms/weekly-hours";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "./editor.module.css";
import { clockOf, minutesOf, offsetText, viewerZone, WEEK_DAYS } from "./hours.ts";
import "../texts.ts";

interface HoursFieldsProps {
  hours: RuleHours | null;
  error: FieldError | undefined;
  onChange(hours: RuleHours | null): void;
}

/** Before anything is chosen: the days and hours of work, in the viewer's zone. */
export const firstHours = (): RuleHours => ({
  days: [1, 2, 3, 4, 5],
  from_min: 480,
  to_min: 1080,
  utc_offset_min: new Date().getTimezoneOffset(),
  time_zone: viewerZone(),
});

/** TRG-04: when actions are sent; events are recorded at any time. */
export function HoursFields({ hours, error, onChange }: HoursFieldsProps) {
  const t = useText();
  return (
    <div className={styles.part}>
      <Segmented
        label={t("alarms.hours.title")}
        options={[
          { value: "always", label: t("alarms.hours.always") },
          { value: "calendar", label: t("alarms.hours.calendar") },
        ]}
        value={hours === null ? "always" : "calendar"}
        onChange={(value) => onChange(value === "always" ? null : firstHours())}
      />
      {hours && <WeekFields hours={hours} note="alarms.hours.note" error={error} onChange={onChange} />}
    </div>
  );
}

interface WeekFieldsProps {
  hours: RuleHours;
  /** Says what the hours are for, and their zone. */
  note: "alarms.hours.note" | "alarms.mute.hoursNote";
  error?: FieldError | undefined;
  onChange(hours: RuleHours): void;
}

/** Days of the week, and from when to when. */
export function WeekFields({ hours, note, error, onChange }: WeekFieldsProps) {
  const t = useText();
  const setDay = (day: number, on: boolean) =>
    onChange({ ...hours, days: on ? [...hours.days, day] : hours.days.filter((one) => one !== day) });
  return (
    <>
      <fieldset className={styles.days} aria-label={t("alarms.hours.days")}>
        {WEEK_DAYS.map((day) => (
          <Checkbox key={day} checked={hours.days.includes(day)} onChange={(on) => setDay(day, on)}>
            {t(`alarms.hours.day${day}`)}
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.span}>
        <Clock
          label={t("alarms.hours.from")}
          value={hours.from_min}
          onChange={(from_min) => onChange({ ...hours, from_min })}
        />
        <Clock
          label={t("alarms.hours.to")}
          value={hours.to_min}
          error={error}
          onChange={(to_min) => onChange({ ...hours, to_min })}
        />
      </div>
      <p className={styles.hint}>{t(note, { zone: hours.time_zone ?? offsetText(hours.utc_offset_min) })}</p>
    </>
  );
}

interface ClockProps {
  label: string;
  value: number;
  error?: FieldError | undefined;
  onChange(minutes: number): void;
}

function Clock({ label, value, error, onChange }: ClockProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="time"
          value={clockOf(value)}
          onChange={(text) => {
            const minutes = minutesOf(text);
            if (minutes !== undefined) onChange(minutes);
          }}
        />
      )}
    </Field>
  );
}
