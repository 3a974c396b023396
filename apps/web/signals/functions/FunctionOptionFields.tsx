import { CHECKSUMS } from "@canopy/can/samples/checksums";
import { WINDOWS } from "@canopy/can/samples/spectrum";
import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../../platform/i18n.ts";
import { BoundedField } from "../../ui/form/BoundedField.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import type { FunctionKind, FunctionOptions } from "./function-kinds.ts";
import "./function-texts.ts";
import { canChannels } from "../choose/SignalPicker.tsx";

interface FunctionOptionFieldsProps {
  device: Thing;
  kind: FunctionKind;
  options: FunctionOptions;
  onChange(changes: Partial<FunctionOptions>): void;
}

/** The options of a function beside its signals. */
export function FunctionOptionFields({ device, kind, options, onChange }: FunctionOptionFieldsProps) {
  const t = useText();
  switch (kind) {
    case "histogram":
      return (
        <BoundedField
          label={t("signals.fn.bins")}
          value={options.bins}
          limits={{ least: 1, most: 500, whole: true }}
          onChange={(bins) => onChange({ bins })}
        />
      );
    case "spectrum":
      return (
        <Field label={t("signals.fn.window")}>
          {(control) => (
            <Select
              {...control}
              options={WINDOWS.map((value) => ({ value, label: t(`signals.fn.${value}`) }))}
              value={options.window}
              onChange={(window) => onChange({ window })}
            />
          )}
        </Field>
      );
    case "counter":
      return (
        <BoundedField
          label={t("signals.fn.modulus")}
          hint={t("signals.fn.modulusNote")}
          value={options.modulus}
          limits={{ least: 2, most: 65_536, whole: true }}
          onChange={(modulus) => onChange({ modulus })}
        />
      );
    case "checksum":
      return (
        <>
          <BoundedField
            label={t("signals.fn.checksumByte")}
            value={options.checksumByte}
            limits={{ least: 0, most: 63, whole: true }}
            onChange={(checksumByte) => onChange({ checksumByte })}
          />
          <Field label={t("signals.fn.checksumKind")}>
            {(control) => (
              <Select
                {...control}
                options={(["auto", ...CHECKSUMS] as const).map((value) => ({
                  value,
                  label: t(`signals.fn.checksum.${value}`),
                }))}
                value={options.checksum}
                onChange={(checksum) => onChange({ checksum })}
              />
            )}
          </Field>
        </>
      );
    case "busLoad":
      return (
        <Field label={t("signals.fn.channel")}>
          {(control) => (
            <Select
              {...control}
              options={canChannels(device).map((one) => ({ value: String(one), label: channelName(one) }))}
              value={String(options.channel)}
              onChange={(channel) => onChange({ channel: Number(channel) })}
            />
          )}
        </Field>
      );
    default:
      return null;
  }
}
