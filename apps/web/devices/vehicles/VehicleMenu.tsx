import "./vehicle-texts.ts";
import { deleteVehicle, updateVehicle } from "@canopy/contract/devices/vehicles";
import { platformErrors } from "@canopy/contract/platform/errors";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { mayCall } from "../../accounts/permissions.ts";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";

interface VehicleMenuProps {
  vehicle: { name: string };
  onEdit(): void;
  onDelete(): void;
}

export function VehicleMenu({ vehicle, onEdit, onDelete }: VehicleMenuProps) {
  const t = useText();
  const label = t("devices.vehicles.more", { name: vehicle.name });
  const denied = (call: { name: string }) => (mayCall(call) ? undefined : codeText(platformErrors.forbidden.code));
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        {
          key: "edit",
          label: t("devices.vehicles.edit"),
          icon: Pencil,
          denied: denied(updateVehicle),
          onSelect: onEdit,
        },
        {
          key: "delete",
          label: t("devices.vehicles.delete"),
          icon: Trash2,
          danger: true,
          denied: denied(deleteVehicle),
          onSelect: onDelete,
        },
      ]}
    />
  );
}

/** The reason why this user may change no vehicle; undefined: allowed. */
export function useVehicleDenied(): string | undefined {
  return mayCall(updateVehicle) ? undefined : codeText(platformErrors.forbidden.code);
}
