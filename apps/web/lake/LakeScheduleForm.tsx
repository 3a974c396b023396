import { type LakeSchedule, lakeSettings, setLakeSchedule } from "@canopy/contract/lake/schedule";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { z } from "zod";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { LeaveGuard } from "../ui/form/LeaveGuard.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { Switch } from "../ui/form/Switch.tsx";
import { type ContractForm, useContractForm } from "../ui/form/use-contract-form.ts";
import layout from "../ui/layout.module.css";
import styles from "./lake.module.css";
import { lakeQuery } from "./lake-query.ts";

export function LakeScheduleForm({ schedule }: { schedule: LakeSchedule }) {
  const t = useText();
  const client = useQueryClient();
  const denied = callDenied(setLakeSchedule);
  const { is_enabled, every, hour, frames, signals } = schedule;
  const form = useContractForm(lakeSettings, {
    initial: { is_enabled, every, hour, frames, signals },
    submit: async (body) => {
      const { data } = await api(setLakeSchedule, { body });
      client.setQueryData(lakeQuery.queryKey, data);
      addNote({ tone: "done", text: t("lake.page.saved") });
    },
  });
  return (
    <Card title={t("lake.page.schedule")}>
      <form className={layout.stack} onSubmit={form.onSubmit} noValidate>
        <LeaveGuard isUnkept={form.isChanged} />
        <FormAlert text={form.formError} />
        <Fields form={form} isDenied={denied !== undefined} />
        <div>
          <Button type="submit" kind="main" busy={form.busy} denied={denied}>
            {t("lake.page.save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type Values = z.input<typeof lakeSettings>;

function Fields({ form, isDenied }: { form: ContractForm<Values>; isDenied: boolean }) {
  const t = useText();
  const switchId = useId();
  const { values } = form;
  return (
    <fieldset className={styles.fields} disabled={isDenied}>
      <label className={styles.switch} htmlFor={switchId}>
        <Switch id={switchId} checked={values.is_enabled} onChange={(on) => form.set("is_enabled", on)} />
        {t("lake.page.enabled")}
      </label>
      <fieldset className={layout.labelled}>
        <legend>{t("lake.page.what")}</legend>
        <Checkbox checked={values.frames} onChange={(on) => form.set("frames", on)}>
          {t("lake.page.frames")}
        </Checkbox>
        <Checkbox checked={values.signals} onChange={(on) => form.set("signals", on)}>
          {t("lake.page.signals")}
          <span className={layout.note}>{t("lake.page.signalsHint")}</span>
        </Checkbox>
      </fieldset>
      <div className={layout.labelled}>
        <span>{t("lake.page.every")}</span>
        <Segmented
          label={t("lake.page.every")}
          value={values.every}
          onChange={(chosen) => form.set("every", chosen)}
          options={[
            { value: "day", label: t("lake.page.every.day") },
            { value: "hour", label: t("lake.page.every.hour") },
          ]}
        />
      </div>
      {values.every === "day" && <HourField hour={values.hour ?? 0} onHour={(chosen) => form.set("hour", chosen)} />}
    </fieldset>
  );
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const BEGINS_AT_MINUTE = 41;

/** Kept in UTC, shown in the viewer's zone. */
function HourField({ hour, onHour }: { hour: number; onHour(hour: number): void }) {
  const t = useText();
  const formats = useTimeFormats();
  const today = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const options = Array.from({ length: 24 }, (_, i) => {
    const label = formats.time(today + i * HOUR_MS + BEGINS_AT_MINUTE * MINUTE_MS).slice(11, 16);
    return { value: String(i), label };
  }).sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Field label={t("lake.page.hour")} hint={t("lake.page.hourHint")}>
      {(control) => (
        <Select {...control} value={String(hour)} options={options} onChange={(value) => onHour(Number(value))} />
      )}
    </Field>
  );
}
