import type { Condition } from "@canopy/contract/alarms/conditions";
import { dataOf, MAX_RULE_NAME } from "@canopy/contract/alarms/rule-content";
import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useDeviceChannels } from "../../frames/filter/use-device-channels.ts";
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
  /** Opens the computed signals. */
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
        {dataOf(form.values.conditions as Condition[]) !== "fence" && <ChannelField form={form} device={device} />}
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

const ANY = "";
/** CAN1 to CAN4 at least: a rule on several devices may be of a channel that this one does not have. */
const USUAL = [0, 1, 2, 3];

function ChannelField({ form, device }: Pick<WatchSectionProps, "form" | "device">) {
  const t = useText();
  const { channel = null } = form.values;
  const channels = useDeviceChannels(device, channel === null ? USUAL : [...USUAL, channel]);
  return (
    <Field label={t("alarms.edit.channel")}>
      {(control) => (
        <Select
          {...control}
          options={[
            { value: ANY, label: t("alarms.word.anyChannel") },
            ...channels.map((one) => ({ value: String(one), label: channelName(one) })),
          ]}
          value={channel === null ? ANY : String(channel)}
          onChange={(value) => form.set("channel", value === ANY ? null : Number(value))}
        />
      )}
    </Field>
  );
}
