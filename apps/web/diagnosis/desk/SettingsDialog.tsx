import {
  MAX_EXECUTION_S,
  MAX_REMOTE_ST_MIN_MS,
  UDS_PROTOCOLS,
  type UdsSettings,
  udsSettings,
} from "@canopy/contract/device-link/uds-job";
import { RotateCcw } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { NumberInput } from "../../ui/form/NumberInput.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { HexInput } from "../HexInput.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";

interface SettingsDialogProps {
  settings: UdsSettings;
  /** Of the ECU, to go back to. */
  own: UdsSettings;
  onDone(settings: UdsSettings): void;
  onClose(): void;
}

const ADDRESSES = ["physical_id", "response_id", "functional_id"] as const;
const NUMBERS = [
  "channel",
  "fc_timeout_ms",
  "timeout_ms",
  "enhanced_timeout_ms",
  "remote_st_min_ms",
  "block_size",
  "execution_time_s",
] as const;

/** UDS-01: the settings of a tester, in the ranges of the contract. */
export function SettingsDialog({ settings, own, onDone, onClose }: SettingsDialogProps) {
  const t = useText();
  const form = useContractForm(udsSettings, { initial: settings, submit: onDone });
  const limits = { execution: MAX_EXECUTION_S, stMin: MAX_REMOTE_ST_MIN_MS };
  return (
    <FormDialog
      width={680}
      title={t("diagnosis.settings.title")}
      action={t("diagnosis.settings.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <div className={styles.choices}>
        <Segmented
          label={t("diagnosis.settings.frame")}
          options={[
            { value: "0", label: t("diagnosis.settings.standard") },
            { value: "1", label: t("diagnosis.settings.extended") },
          ]}
          value={form.values.extended ? "1" : "0"}
          onChange={(value) => form.set("extended", value === "1")}
        />
        <Segmented
          label={t("diagnosis.settings.protocol_version")}
          options={UDS_PROTOCOLS.map((value) => ({ value, label: `ISO 14229:${value}` }))}
          value={form.values.protocol_version ?? "2020"}
          onChange={(value) => form.set("protocol_version", value)}
        />
      </div>
      <div className={styles.grid}>
        {ADDRESSES.map((field) => (
          <Field key={field} label={t(`diagnosis.settings.${field}`)} error={form.errorOf(field)} required>
            {(control) => (
              <HexInput
                {...control}
                name={field}
                value={form.values[field]}
                onChange={(value) => form.set(field, value)}
              />
            )}
          </Field>
        ))}
        <Field label={t("diagnosis.settings.fill_byte")} error={form.errorOf("fill_byte")}>
          {(control) => (
            <HexInput
              {...control}
              name="fill_byte"
              value={form.values.fill_byte ?? 0xcc}
              onChange={(value) => form.set("fill_byte", value)}
            />
          )}
        </Field>
        {NUMBERS.map((field) => (
          <Field key={field} label={t(`diagnosis.settings.${field}`, limits)} error={form.errorOf(field)}>
            {(control) => <NumberInput {...control} {...form.number(field)} inputMode="numeric" />}
          </Field>
        ))}
      </div>
      <div className={styles.choices}>
        <Checkbox checked={form.values.suppress_response ?? false} onChange={(on) => form.set("suppress_response", on)}>
          {t("diagnosis.settings.suppress_response")}
        </Checkbox>
        <Checkbox checked={form.values.fd ?? false} onChange={(on) => form.set("fd", on)}>
          {t("diagnosis.settings.fd")}
        </Checkbox>
        <Button icon={RotateCcw} onClick={() => form.replace(own)}>
          {t("diagnosis.settings.reset")}
        </Button>
      </div>
    </FormDialog>
  );
}
