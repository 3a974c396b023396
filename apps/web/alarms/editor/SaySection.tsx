import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import styles from "../alarms.module.css";
import { filledEscalation, type RuleForm } from "../rule-form.ts";
import { AlarmTextField } from "./AlarmTextField.tsx";
import { EscalateFields } from "./EscalateFields.tsx";
import { HoursFields } from "./HoursFields.tsx";
import "../texts.ts";

/** TRG-01: level, text, whom it is shared with, who is told when nobody takes it, and when anybody is told. */
export function SaySection({ form, device }: { form: RuleForm; device: Thing }) {
  const t = useText();
  const { level = "ordinary", share = false, description = "", hours = null, escalate } = form.values;
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.say")}</h2>
      <div className={styles.row}>
        <Field label={t("alarms.edit.level")}>
          {(control) => (
            <Select
              {...control}
              options={RULE_LEVELS.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
              value={level}
              onChange={(value) => form.set("level", value)}
            />
          )}
        </Field>
        <Checkbox checked={share} onChange={(on) => form.set("share", on)}>
          {t("alarms.edit.share")}
        </Checkbox>
      </div>
      <AlarmTextField
        text={description}
        device={device.name}
        error={form.errorOf("description")}
        onChange={(text) => form.set("description", text)}
      />
      <EscalateFields
        escalate={filledEscalation(escalate)}
        error={form.errorOf("escalate")}
        onChange={(next) => form.set("escalate", next)}
      />
      <HoursFields hours={hours} error={form.errorOf("hours")} onChange={(next) => form.set("hours", next)} />
    </section>
  );
}
