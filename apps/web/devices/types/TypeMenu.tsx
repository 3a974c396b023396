import { deleteInfoModel, updateInfoModel } from "@canopy/contract/devices/info-models";
import { platformErrors } from "@canopy/contract/platform/errors";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { mayCall } from "../../accounts/permissions.ts";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";

interface TypeMenuProps {
  type: { name: string; own: boolean };
  onEdit(): void;
  onDelete(): void;
}

export function TypeMenu({ type, onEdit, onDelete }: TypeMenuProps) {
  const t = useText();
  const label = t("devices.types.more", { name: type.name });
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        {
          key: "edit",
          label: t("devices.types.edit"),
          icon: Pencil,
          denied: useDenied(type.own, updateInfoModel),
          onSelect: onEdit,
        },
        {
          key: "delete",
          label: t("devices.types.delete"),
          icon: Trash2,
          danger: true,
          denied: useDenied(type.own, deleteInfoModel),
          onSelect: onDelete,
        },
      ]}
    />
  );
}

/** The reason why this user may not change this type; undefined: allowed. */
export function useDenied(own: boolean, call: { name: string }): string | undefined {
  const t = useText();
  if (!mayCall(call)) return codeText(platformErrors.forbidden.code);
  return own ? undefined : t("devices.types.offeredDenied");
}
