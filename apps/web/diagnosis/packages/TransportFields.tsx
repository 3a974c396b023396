import type { flashTransport } from "@canopy/contract/diagnosis/flashing/flows";
import type { z } from "zod";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { NumberInput } from "../../ui/form/NumberInput.tsx";
import type { ContractForm } from "../../ui/form/use-contract-form.ts";
import "../desk/desk-texts.ts";
import { HexInput } from "../HexInput.tsx";

const TIMES = ["timeout_ms", "enhanced_timeout_ms"] as const;

/** UDS-04: frames and times of the tester while the ECU is flashed. */
export function TransportFields({ form }: { form: ContractForm<z.input<typeof flashTransport>> }) {
  const t = useText();
  return (
    <>
      <Checkbox checked={form.values.fd ?? false} onChange={(on) => form.set("fd", on)}>
        {t("diagnosis.settings.fd")}
      </Checkbox>
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
      {TIMES.map((field) => (
        <Field key={field} label={t(`diagnosis.settings.${field}`)} error={form.errorOf(field)}>
          {(control) => <NumberInput {...control} {...form.number(field)} inputMode="numeric" />}
        </Field>
      ))}
    </>
  );
}
