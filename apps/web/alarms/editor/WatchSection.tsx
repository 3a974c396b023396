import type { Condition } from "@canopy/contract/alarms/conditions";
import { dataOf, MAX_RULE_NAME } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "../alarms.module.css";
import type { RuleForm } from "../rule-form.ts";
import { Conditions } from "./Conditions.tsx";
import { ScopeFields } from "./ScopeFields.tsx";
import "../texts.ts";

interface WatchSectionProps {
  form: RuleForm;
  device: Thing;
  tenantId: string;
  /** To the device's computed signals. */
  onComputed(): void;
}

/** TRG-01: name, devices, channel and conditions. */
export function WatchSection({ form, device, tenantId, onComputed }: WatchSectionProps) {
  const t = useText();
  const { name } = form.values;
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.watch")}</h2>
      <div className={styles.row}>
        <Field
          label={t("alarms.edit.name")}
          required
          aside={`${name.length} / ${MAX_RULE_NAME}`}
          error={form.errorOf("name")}
        >
          {(control) => <TextInput {...control} {...form.text("name")} maxLength={128} />}
        </Field>
        {dataOf(form.values.conditions as Condition[]) !== "fence" && <ChannelField form={form} />}
      </div>
      <ScopeFields
        scope={form.values.scope ?? { kind: "all" }}
        device={device}
        tenantId={tenantId}
        error={form.errorOf("scope")}
        onChange={(scope) => form.set("scope", scope)}
      />
      <Conditions form={form} device={device} onComputed={onComputed} />
    </section>
  );
}

const CHANNELS = ["", "0", "1", "2", "3"] as const;

function ChannelField({ form }: { form: RuleForm }) {
  const t = useText();
  const { channel = null } = form.values;
  return (
    <Field label={t("alarms.edit.channel")}>
      {(control) => (
        <Select
          {...control}
          options={CHANNELS.map((value) => ({
            value,
            label: value === "" ? t("alarms.word.anyChannel") : `CAN${Number(value) + 1}`,
          }))}
          value={CHANNELS.find((one) => one === String(channel ?? "")) ?? ""}
          onChange={(value) => form.set("channel", value === "" ? null : Number(value))}
        />
      )}
    </Field>
  );
}
