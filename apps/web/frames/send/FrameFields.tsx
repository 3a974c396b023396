import "./send-texts.ts";
import "../filter/filter-texts.ts";
import "../table/table-texts.ts";
import { channelName } from "@canopy/contract/device-link/channels";
import type { FrameForm } from "@canopy/contract/frames/frame-form";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import type { ContractForm } from "../../ui/form/use-contract-form.ts";
import styles from "./send.module.css";

interface FrameFieldsProps {
  form: ContractForm<FrameForm>;
  channels: readonly number[];
  /** A candump line pasted into a field fills the whole form. */
  onPaste(text: string): boolean;
}

/** DEV-06: the fields of one frame, by the contract's schema. */
export function FrameFields({ form, channels, onPaste }: FrameFieldsProps) {
  const t = useText();
  const { values } = form;
  const pasted = {
    onPaste: (event: React.ClipboardEvent) => {
      if (onPaste(event.clipboardData.getData("text"))) event.preventDefault();
    },
  };
  return (
    <div className={styles.sendForm}>
      <Field label={t("frames.filter.channel")}>
        {(control) => (
          <Select
            {...control}
            options={channels.map((channel) => ({ value: String(channel), label: channelName(channel) }))}
            value={String(values.channel)}
            onChange={(channel) => form.set("channel", Number(channel))}
          />
        )}
      </Field>
      <Field label={t("frames.send.protocol")}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: "can", label: t("frames.send.can") },
              { value: "fd", label: t("frames.send.fd") },
            ]}
            value={values.protocol}
            onChange={(protocol) => form.set("protocol", protocol)}
          />
        )}
      </Field>
      <Field label={t("frames.send.format")}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: "standard", label: t("frames.send.standard") },
              { value: "extended", label: t("frames.send.extended") },
            ]}
            value={values.format}
            onChange={(format) => form.set("format", format)}
          />
        )}
      </Field>
      <Field label={t("frames.column.kind")} error={form.errorOf("type")}>
        {(control) => (
          <Select
            {...control}
            name="type"
            options={[
              { value: "data", label: t("frames.send.dataFrame") },
              { value: "remote", label: t("frames.send.remoteFrame") },
            ]}
            value={values.type}
            onChange={(type) => form.set("type", type)}
          />
        )}
      </Field>
      <Field label={t("frames.send.id")} required error={form.errorOf("id")}>
        {(control) => (
          <TextInput {...control} {...form.text("id")} {...pasted} mono placeholder="0x123" autoComplete="off" />
        )}
      </Field>
      <Field label={t("frames.send.delay")} error={form.errorOf("delay")}>
        {(control) => <TextInput {...control} {...form.text("delay")} inputMode="numeric" autoComplete="off" />}
      </Field>
      <div className={styles.whole}>
        {values.type === "remote" ? (
          <Field label={t("frames.send.length")} error={form.errorOf("length")}>
            {(control) => <TextInput {...control} {...form.text("length")} inputMode="numeric" autoComplete="off" />}
          </Field>
        ) : (
          <Field
            label={t("frames.send.data")}
            hint={t(values.protocol === "fd" ? "frames.send.dataHintFd" : "frames.send.dataHint")}
            error={form.errorOf("data")}
          >
            {(control) => (
              <TextInput
                {...control}
                {...form.text("data")}
                {...pasted}
                mono
                placeholder="00 11 22 33"
                autoComplete="off"
              />
            )}
          </Field>
        )}
      </div>
      {values.protocol === "fd" && (
        <div className={styles.whole}>
          <Checkbox checked={values.brs} onChange={(brs) => form.set("brs", brs)}>
            {t("frames.send.brs")}
          </Checkbox>
        </div>
      )}
    </div>
  );
}
