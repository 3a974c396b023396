import "./vehicle-texts.ts";
import { deleteVehicle, updateVehicle } from "@canopy/contract/devices/vehicles";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";

interface VehicleMenuProps {
  vehicle: { name: string };
  onEdit(): void;
  onDelete(): void;
}

export function VehicleMenu({ vehicle, onEdit, onDelete }: VehicleMenuProps) {
  const t = useText();
  return (
    <EditDeleteMenu
      label={t("devices.vehicles.more", { name: vehicle.name })}
      edit={{ label: t("devices.vehicles.edit"), denied: callDenied(updateVehicle), onSelect: onEdit }}
      remove={{ label: t("devices.vehicles.delete"), denied: callDenied(deleteVehicle), onSelect: onDelete }}
    />
  );
}
