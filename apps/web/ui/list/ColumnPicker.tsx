import { Columns3 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Popover } from "../float/Popover.tsx";
import { Checkbox } from "../form/Checkbox.tsx";
import { type Column, type ColumnChoice, chooseColumn, isShown } from "./columns.ts";
import styles from "./list.module.css";

interface ColumnPickerProps<R> {
  columns: readonly Column<R>[];
  choice: ColumnChoice;
  onChange(choice: ColumnChoice): void;
}

export function ColumnPicker<R>({ columns, choice, onChange }: ColumnPickerProps<R>) {
  const t = useText();
  return (
    <Popover
      label={t("ui.list.columns")}
      align="end"
      trigger={(props) => (
        <Button icon={Columns3} {...props}>
          {t("ui.list.columns")}
        </Button>
      )}
    >
      <div className={styles.columns}>
        {columns.map((column) => (
          <Checkbox
            key={column.key}
            checked={isShown(column, choice)}
            disabled={column.always}
            onChange={(shown) => onChange(chooseColumn(choice, column, shown))}
          >
            {column.title}
          </Checkbox>
        ))}
        <hr />
        <Button kind="link" onClick={() => onChange({})}>
          {t("ui.list.columnsReset")}
        </Button>
      </div>
    </Popover>
  );
}
