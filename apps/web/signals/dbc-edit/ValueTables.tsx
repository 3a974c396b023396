import "./edit-texts.ts";
import "../dbc/dbc-texts.ts";
import type { Edited } from "@canopy/can/dbc/edit/edit";
import type { Dbc, ValueTable } from "@canopy/can/dbc/model";
import { Plus, Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "../dbc/dbc-parts.module.css";
import { CommitField } from "./CommitField.tsx";
import { readStates, statesText } from "./signal-edits.ts";
import type { DbcEdit } from "./use-dbc-edit.ts";
import { addValueTable, removeValueTable, sameValues, updateValueTable } from "./value-table-edits.ts";

interface ValueTablesProps {
  dbc: Dbc;
  /** Absent: read-only. */
  edit: DbcEdit | undefined;
}

/** Value tables of the file, by name. */
export function ValueTables({ dbc, edit }: ValueTablesProps) {
  const t = useText();
  const add = edit && (
    <Button icon={Plus} onClick={() => void edit.apply(addValueTable)}>
      {t("signals.tables.add")}
    </Button>
  );
  if (dbc.valueTables.length === 0) {
    return <EmptyState title={t("signals.tables.none")} text={t("signals.tables.noneNote")} actions={add} />;
  }
  return (
    <div className={styles.cards}>
      {dbc.valueTables.map((table) => (
        <TableCard key={table.name} dbc={dbc} table={table} edit={edit} />
      ))}
      {add && <div>{add}</div>}
    </div>
  );
}

function TableCard({ dbc, table, edit }: ValueTablesProps & { table: ValueTable }) {
  const t = useText();
  const { name, values } = table;
  const used = dbc.messages.flatMap((message) =>
    message.signals
      .filter((signal) => sameValues(signal.values, values))
      .map((signal) => `${message.name}.${signal.name}`),
  );
  const apply = (change: (before: Dbc) => Edited) => {
    const problem = edit?.apply(change);
    return problem ? t(`signals.editProblem.${problem.code}`) : undefined;
  };
  const rename = edit && ((text: string) => apply((before) => updateValueTable(before, name, { name: text.trim() })));
  const change =
    edit &&
    ((text: string) => {
      const states = readStates(text);
      return states === null
        ? t("signals.edit.statesWrong")
        : apply((before) => updateValueTable(before, name, { values: states }));
    });
  return (
    <section className={styles.card} aria-label={name}>
      <header className={styles.formHead}>
        <h3>{name}</h3>
        {edit && (
          <IconButton
            icon={Trash2}
            label={t("signals.tables.remove", { name })}
            onClick={() => void apply((before) => removeValueTable(before, name))}
          />
        )}
      </header>
      {edit && <CommitField label={t("signals.import.name")} value={name} onCommit={rename} mono />}
      <CommitField
        label={t("signals.edit.states", { count: values.length })}
        value={statesText(values)}
        lines={Math.min(12, Math.max(2, values.length))}
        onCommit={change}
        mono
      />
      <p className={styles.quiet}>{t("signals.tables.usedBy", { names: used.slice(0, 6).join(", ") || "0" })}</p>
    </section>
  );
}
