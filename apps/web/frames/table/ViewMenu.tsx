import { PAGE_SIZES } from "@canopy/contract/platform/lists";
import { Columns3 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { createKept, type Store, useStore } from "../../platform/kept.ts";
import { Popover } from "../../ui/float/Popover.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { chooseColumn, isShown } from "../../ui/list/columns.ts";
import { keptColumns } from "../../ui/list/list-kept.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./table.module.css";
import { type TableKind, tableColumns } from "./table-columns.ts";
import "./table-texts.ts";

/** Rows per page; null: the table fills the available height and scrolls. */
type ShownRows = number | null;

const kept = new Map<string, Store<ShownRows>>();

function keptRows(list: string): Store<ShownRows> {
  const known =
    kept.get(list) ??
    createKept<ShownRows>({
      key: `canopy.list.${list}.rows`,
      read: (text) => PAGE_SIZES.find((size) => String(size) === text) ?? null,
      write: (rows) => String(rows ?? "scroll"),
    });
  kept.set(list, known);
  return known;
}

/** NAV-14: frame tables scroll by default; pages of 5 to 25 rows are an option. */
export function useShownRows(list: string): { rows: ShownRows; choose(rows: ShownRows): void } {
  const store = keptRows(list);
  return { rows: useStore(store), choose: (rows) => store.set(rows) };
}

const SCROLL = "scroll";

/** Choice of columns and of rows per page. */
export function ViewMenu({ list, view = "all" }: { list: string; view?: TableKind }) {
  const t = useText();
  const columns = keptColumns(list);
  const choice = useStore(columns);
  const { rows, choose } = useShownRows(list);
  const offered = tableColumns({ view, hasDevices: false, hasTicks: false }).filter(({ always }) => !always);
  return (
    <Popover
      label={t("frames.table.viewMenu")}
      align="end"
      trigger={(props) => <IconButton {...props} icon={Columns3} edge label={t("frames.table.viewMenu")} />}
    >
      <div className={styles.viewMenu}>
        {offered.map((column) => (
          <Checkbox
            key={column.key}
            checked={isShown(column, choice)}
            onChange={(shown) => columns.set(chooseColumn(choice, column, shown))}
          >
            {t(column.title)}
          </Checkbox>
        ))}
        <hr />
        <Field label={t("frames.table.rowsShown")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: SCROLL, label: t("frames.table.rowsFit") },
                ...PAGE_SIZES.map((n) => ({ value: String(n), label: t("ui.list.sizeOption", { n }) })),
              ]}
              value={rows === null ? SCROLL : String(rows)}
              onChange={(value) => choose(value === SCROLL ? null : Number(value))}
            />
          )}
        </Field>
      </div>
    </Popover>
  );
}
