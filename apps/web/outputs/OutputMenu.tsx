import { deleteOutput, type Output, runOutput, updateOutput } from "@canopy/contract/outputs/outputs";
import { Ellipsis, ListChecks, Pencil, Play, Trash2 } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Menu } from "../ui/float/Menu.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";

interface OutputMenuProps {
  output: Output;
  onRun(): void;
  onEdit(): void;
  onHistory(): void;
  onDelete(): void;
}

export function OutputMenu({ output, onRun, onEdit, onHistory, onDelete }: OutputMenuProps) {
  const t = useText();
  const label = t("outputs.list.more", { name: output.name });
  return (
    <Menu
      label={label}
      trigger={(trigger) => <IconButton icon={Ellipsis} label={label} {...trigger} />}
      items={[
        { key: "run", icon: Play, label: t("outputs.list.runNow"), denied: callDenied(runOutput), onSelect: onRun },
        {
          key: "edit",
          icon: Pencil,
          label: t("outputs.list.edit"),
          denied: callDenied(updateOutput),
          onSelect: onEdit,
        },
        { key: "history", icon: ListChecks, label: t("outputs.list.history"), onSelect: onHistory },
        {
          key: "delete",
          icon: Trash2,
          label: t("outputs.list.delete"),
          danger: true,
          apart: true,
          denied: callDenied(deleteOutput),
          onSelect: onDelete,
        },
      ]}
    />
  );
}
