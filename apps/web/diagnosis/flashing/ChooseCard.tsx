import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { createFlashRun, type FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { useQuery } from "@tanstack/react-query";
import { deniedOn } from "../../devices/details/may-change.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { allEcusQuery } from "../ecus/ecu-queries.ts";
import "./flash-texts.ts";
import { packagesQuery } from "./flash-queries.ts";
import styles from "./flashing.module.css";

/** Offered where the device does not tell of more. */
const LEAST_CHANNELS = 4;

/** The ECU and its channel, the package that is signed for it, and the VIN where the device is in no vehicle. */
export function ChooseCard({ device, onMade }: { device: Thing; onMade(run: FlashRunRow): void }) {
  const t = useText();
  const { data: ecus = [] } = useQuery(allEcusQuery);
  const packages = (useQuery(packagesQuery).data ?? []).filter(({ manifest }) => manifest !== null);
  const form = useContractForm(createFlashRun.body, {
    initial: { ecu_id: "", package_id: "", channel: 0, vin: "" },
    fieldOfCode: { [flashErrors.noVin.code]: "vin" },
    submit: async (body) => {
      const { vin, ...chosen } = body;
      const params = { things_id: device.id };
      onMade((await api(createFlashRun, { params, body: { ...chosen, ...(vin && { vin }) } })).data);
    },
  });
  // The package that the ECU names, where it can be flashed.
  const choose = (ecu_id: string) => {
    const own = ecus.find((ecu) => ecu.ecu_id === ecu_id)?.package_id;
    const isSigned = packages.some(({ package_id }) => package_id === own);
    form.replace({ ...form.values, ecu_id, ...(own && isSigned && { package_id: own }) });
  };
  const none = { value: "", label: t("diagnosis.flash.chooseOne") };
  const channels = Array.from({ length: Math.max(LEAST_CHANNELS, device.channel_enable.length) }, (_, i) => i);
  return (
    <Card title={t("diagnosis.flash.chooseTitle")}>
      <form className={styles.choose} onSubmit={form.onSubmit} noValidate>
        <Field label={t("diagnosis.flash.ecu")} error={form.errorOf("ecu_id")} required>
          {(control) => (
            <Select<string>
              {...control}
              options={[none, ...ecus.map(({ ecu_id, name }) => ({ value: ecu_id, label: name }))]}
              value={form.values.ecu_id}
              onChange={choose}
            />
          )}
        </Field>
        <Field label={t("diagnosis.flash.package")} error={form.errorOf("package_id")} required>
          {(control) => (
            <Select<string>
              {...control}
              options={[
                none,
                ...packages.map(({ package_id, name, manifest }) => ({
                  value: package_id,
                  label: `${name} → ${manifest?.software_to ?? ""}`,
                })),
              ]}
              value={form.values.package_id}
              onChange={(value) => form.set("package_id", value)}
            />
          )}
        </Field>
        <Field label={t("diagnosis.flash.channel")} error={form.errorOf("channel")} required>
          {(control) => (
            <Select<string>
              {...control}
              options={channels.map((channel) => ({ value: String(channel), label: channelName(channel) }))}
              value={String(form.values.channel)}
              onChange={(value) => form.set("channel", Number(value))}
            />
          )}
        </Field>
        <Field label={t("diagnosis.flash.vin")} hint={t("diagnosis.flash.vinHint")} error={form.errorOf("vin")}>
          {(control) => <TextInput {...control} {...form.text("vin")} mono autoComplete="off" />}
        </Field>
        <FormAlert text={form.formError} />
        <Button kind="main" type="submit" busy={form.busy} denied={deniedOn(device, createFlashRun)}>
          {t("diagnosis.flash.prepare")}
        </Button>
      </form>
    </Card>
  );
}
