import "./vehicle-texts.ts";
import { deleteVehicle, type Vehicle } from "@canopy/contract/devices/vehicles";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";

interface DeleteVehicleDialogProps {
  vehicle: Vehicle;
  onDone(): void;
  onClose(): void;
}

/** One with channels asks for its name, and only then is the server asked with force. */
export function DeleteVehicleDialog({ vehicle, onDone, onClose }: DeleteVehicleDialogProps) {
  const t = useText();
  const { id, name, channels, hidden_channels } = vehicle;
  const count = channels.length + hidden_channels;
  const remove = useMutation({
    mutationFn: () => api(deleteVehicle, { params: { vehicle_id: id }, query: { force: count > 0 } }),
    onSuccess: onDone,
  });
  const common = {
    open: true,
    title: t("devices.vehicles.deleteOne", { name }),
    action: t("devices.vehicles.delete"),
    busy: remove.isPending,
    error: remove.error ? troubleOf(remove.error).text : undefined,
    onConfirm: () => remove.mutate(),
    onClose,
  };
  if (count === 0) return <Confirm {...common}>{t("devices.vehicles.deleteNote", { name })}</Confirm>;
  return (
    <Confirm {...common} word={name}>
      {t("devices.vehicles.deleteNote", { name })} {t("devices.vehicles.deleteUsed", { count })}
    </Confirm>
  );
}
