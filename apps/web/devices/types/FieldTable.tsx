import type { DataField, DataGroups } from "@canopy/contract/devices/type-fields";
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { DataTable } from "../../ui/list/DataTable.tsx";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";
import { RowCards } from "../../ui/list/RowCards.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import styles from "./types.module.css";

interface FieldTableProps {
  group: DataGroups[number];
  /** Why this person may not change it. */
  denied: string | undefined;
  full: boolean;
  onAdd(): void;
  onEdit(at: number): void;
  onDelete(at: number): void;
  onMove(at: number, by: -1 | 1): void;
  onRenameGroup(): void;
  onDeleteGroup(): void;
}

export function FieldTable(props: FieldTableProps) {
  const { group, denied, full } = props;
  const t = useText();
  const narrow = useNarrow();
  const table = {
    label: t("devices.types.fieldsOf", { group: group.name }),
    columns: useFieldColumns(),
    rows: group.fields,
    rowKey: ({ name }: DataField) => name,
    ...(denied ? {} : { rowActions: (field: DataField) => <FieldMenu field={field} {...props} /> }),
  };
  const add = (
    <Button kind="main" icon={Plus} denied={denied} onClick={props.onAdd}>
      {t("devices.types.addField")}
    </Button>
  );
  const more = t("devices.types.more", { name: group.name });
  return (
    <section className={styles.panel}>
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>
          <bdi dir="auto">{group.name}</bdi>
        </h2>
        {!denied && (
          <EditDeleteMenu
            label={more}
            edit={{ label: t("devices.types.renameGroup"), onSelect: props.onRenameGroup }}
            remove={{ label: t("devices.types.deleteGroup"), onSelect: props.onDeleteGroup }}
          />
        )}
        {!full && add}
      </div>
      {group.fields.length === 0 ? (
        <EmptyState title={t("devices.types.noFields")} text={t("devices.types.noFieldsNote")} />
      ) : narrow ? (
        <RowCards {...table} />
      ) : (
        <DataTable {...table} />
      )}
    </section>
  );
}

function FieldMenu({ field, group, onEdit, onDelete, onMove }: FieldTableProps & { field: DataField }) {
  const t = useText();
  const at = group.fields.indexOf(field);
  const { name } = field;
  const label = t("devices.types.more", { name });
  const moves = [
    at > 0 && { key: "up", label: t("devices.types.moveUp", { name }), icon: ArrowUp, onSelect: () => onMove(at, -1) },
    at < group.fields.length - 1 && {
      key: "down",
      label: t("devices.types.moveDown", { name }),
      icon: ArrowDown,
      onSelect: () => onMove(at, 1),
    },
  ].filter((item) => item !== false);
  return (
    <Menu
      label={label}
      trigger={(trigger) => <IconButton icon={Ellipsis} label={label} {...trigger} />}
      items={[
        { key: "edit", label: t("devices.types.editFieldOne", { name }), icon: Pencil, onSelect: () => onEdit(at) },
        ...moves,
        {
          key: "delete",
          label: t("devices.types.deleteFieldOne", { name }),
          icon: Trash2,
          danger: true,
          apart: true,
          onSelect: () => onDelete(at),
        },
      ]}
    />
  );
}

function useFieldColumns(): Column<DataField>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("devices.types.field.name"),
      card: "title",
      cell: ({ name, display_name, notes }) => (
        <span className={styles.two} title={notes || undefined}>
          <span className="mono">{name}</span>
          <bdi className={styles.quiet} dir="auto">
            {display_name}
          </bdi>
        </span>
      ),
    },
    {
      key: "format",
      title: t("devices.types.field.format"),
      cell: ({ display_format }) => t(`devices.types.field.format.${display_format}`),
    },
    {
      key: "accuracy",
      title: t("devices.types.field.accuracy"),
      align: "end",
      cell: ({ accuracy }) => formatNumber(accuracy),
    },
    {
      key: "time",
      title: t("devices.types.field.time"),
      cell: ({ time_format }) => <span className="mono">{time_format || UNKNOWN}</span>,
    },
    {
      key: "array",
      title: t("devices.types.field.array"),
      cell: ({ array_type }) => <span className="mono">{array_type || UNKNOWN}</span>,
    },
    {
      key: "shown",
      title: t("devices.types.field.shown"),
      card: "aside",
      cell: ({ is_display }) => t(is_display ? "devices.types.yes" : "devices.types.no"),
    },
    {
      key: "notes",
      title: t("devices.types.field.notes"),
      cell: ({ notes }) => (
        <bdi className={styles.breakable} dir="auto">
          {notes || UNKNOWN}
        </bdi>
      ),
    },
  ];
}
