import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../form/Checkbox.tsx";
import { type RowSelection, withAll } from "./row-selection.ts";

interface RowTickProps {
  name: string;
  rowKey: string;
  selection: RowSelection;
}

export function RowTick({ name, rowKey, selection }: RowTickProps) {
  const t = useText();
  return (
    <Checkbox
      aria-label={t("ui.list.selectRow", { name })}
      checked={selection.keys.has(rowKey)}
      onChange={(on) => selection.onChange(withAll(selection.keys, [rowKey], on))}
    />
  );
}
