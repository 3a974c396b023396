import { MAX_MONTH_DAY, OUTPUT_TURNS } from "@canopy/contract/outputs/output-content";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import type { OutputForm } from "./output-form.ts";
import { hourText, weekdayText } from "./output-words.ts";
import styles from "./outputs.module.css";

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Zones by their names; the browser's own may go by another. */
function zonesWith(zone: string): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return [...new Set([...known, "UTC", zone])].sort();
}

/** How often, at what time of which zone. */
export function ClockFields({ form }: { form: OutputForm }) {
  const t = useText();
  const { clock } = form.values;
  const { every, hour, weekday = 1, month_day = 1, zone } = clock;
  const set = (more: Partial<typeof clock>) => form.set("clock", { ...clock, ...more });
  const numbers = (values: readonly number[], label: (value: number) => string) =>
    values.map((value) => ({ value: String(value), label: label(value) }));
  return (
    <>
      <Field label={t("outputs.form.every")} hint={t(`outputs.form.range.${every}`)}>
        {() => (
          <Segmented
            label={t("outputs.form.every")}
            options={OUTPUT_TURNS.map((value) => ({ value, label: t(`outputs.every.${value}`) }))}
            value={every}
            onChange={(value) => set({ every: value })}
          />
        )}
      </Field>
      <div className={styles.row}>
        {every === "week" && (
          <Field label={t("outputs.form.weekday")}>
            {(control) => (
              <Select<string>
                {...control}
                options={numbers(range(1, 7), (day) => weekdayText(t, day))}
                value={String(weekday)}
                onChange={(value) => set({ weekday: Number(value) })}
              />
            )}
          </Field>
        )}
        {every === "month" && (
          <Field label={t("outputs.form.monthDay")}>
            {(control) => (
              <Select<string>
                {...control}
                options={numbers(range(1, MAX_MONTH_DAY), String)}
                value={String(month_day)}
                onChange={(value) => set({ month_day: Number(value) })}
              />
            )}
          </Field>
        )}
        <Field label={t("outputs.form.hour")}>
          {(control) => (
            <Select<string>
              {...control}
              options={numbers(range(0, 23), hourText)}
              value={String(hour)}
              onChange={(value) => set({ hour: Number(value) })}
            />
          )}
        </Field>
        <Field label={t("outputs.form.zone")} error={form.errorOf("clock")}>
          {(control) => (
            <Select<string>
              {...control}
              options={zonesWith(zone).map((value) => ({ value, label: value }))}
              value={zone}
              onChange={(value) => set({ zone: value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
