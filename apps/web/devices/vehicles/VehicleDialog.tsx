import "./vehicle-texts.ts";
import { vehicleErrors } from "@canopy/contract/devices/vehicle-errors";
import { createVehicle, updateVehicle, type Vehicle, vehicleContent } from "@canopy/contract/devices/vehicles";
import { vinWarning } from "@canopy/contract/devices/vin";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { ChannelPicker } from "../fleet/ChannelPicker.tsx";
import parts from "../parts.module.css";
import { changedFrom } from "./vehicle-change.ts";
import styles from "./vehicles.module.css";

interface VehicleDialogProps {
  /** Absent for a new one. */
  vehicle?: Vehicle;
  onDone(vehicle: Vehicle): void;
  onClose(): void;
}

export function VehicleDialog({ vehicle, onDone, onClose }: VehicleDialogProps) {
  const t = useText();
  // As the form began with them: what the page reads again meanwhile was not chosen here.
  const [before] = useState(() => (vehicle?.channels ?? []).map(({ things_id, channel }) => ({ things_id, channel })));
  const form = useContractForm(vehicleContent, {
    initial: { name: vehicle?.name ?? "", vin: vehicle?.vin ?? "", plate: vehicle?.plate ?? "", channels: before },
    fieldOfCode: {
      [vehicleErrors.vehicleNameTaken.code]: "name",
      [vehicleErrors.vinTaken.code]: "vin",
      [vehicleErrors.channelTaken.code]: "channels",
    },
    submit: async (body) => {
      const answer = vehicle
        ? await api(updateVehicle, { params: { vehicle_id: vehicle.id }, body: changedFrom(before, body) })
        : await api(createVehicle, { body });
      onDone(answer.data);
    },
  });
  const warning = vinWarning(form.values.vin);
  const title = t(vehicle ? "devices.vehicles.edit" : "devices.vehicles.create");

  return (
    <FormDialog
      width={600}
      title={title}
      onClose={onClose}
      action={vehicle ? t("devices.vehicles.save") : title}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("devices.vehicles.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} dir="auto" autoComplete="off" />}
      </Field>
      <div className={styles.pair}>
        <Field
          label={t("devices.vehicles.vin")}
          hint={
            warning ? (
              <span className={styles.warning}>
                <Icon of={TriangleAlert} size={13} />
                {t(`devices.vehicles.vinWarning.${warning}`)}
              </span>
            ) : (
              t("devices.vehicles.vinHint")
            )
          }
          error={form.errorOf("vin")}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.text("vin")}
              mono
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label={t("devices.vehicles.plate")} error={form.errorOf("plate")}>
          {(control) => <TextInput {...control} {...form.text("plate")} dir="auto" autoComplete="off" />}
        </Field>
      </div>
      <Field
        label={t("devices.vehicles.channels")}
        hint={t("devices.vehicles.channelsHint")}
        error={form.errorOf("channels")}
      >
        {(control) => (
          <ChannelPicker
            searchId={control.id}
            vehicleId={vehicle?.id}
            chosen={form.values.channels ?? []}
            onChange={(channels) => form.set("channels", channels)}
          />
        )}
      </Field>
      {vehicle !== undefined && vehicle.hidden_channels > 0 && (
        <p className={parts.quiet}>{t("devices.vehicles.hidden", { count: vehicle.hidden_channels })}</p>
      )}
    </FormDialog>
  );
}
