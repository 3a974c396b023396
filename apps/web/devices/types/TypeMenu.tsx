import { deleteInfoModel, updateInfoModel } from "@canopy/contract/devices/info-models";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";

interface TypeMenuProps {
  type: { name: string; own: boolean };
  onEdit(): void;
  onDelete(): void;
}

export function TypeMenu({ type, onEdit, onDelete }: TypeMenuProps) {
  const t = useText();
  return (
    <EditDeleteMenu
      label={t("devices.types.more", { name: type.name })}
      edit={{ label: t("devices.types.edit"), denied: useDenied(type.own, updateInfoModel), onSelect: onEdit }}
      remove={{ label: t("devices.types.delete"), denied: useDenied(type.own, deleteInfoModel), onSelect: onDelete }}
    />
  );
}

/** The reason why this user may not change this type; undefined: allowed. */
export function useDenied(own: boolean, call: { name: string }): string | undefined {
  const t = useText();
  return callDenied(call) ?? (own ? undefined : t("devices.types.offeredDenied"));
}
