import type { Edited } from "@canopy/can/dbc/edit/edit";
import { nameProblem } from "@canopy/can/dbc/edit/edit-rules";
import type { Dbc, ValueTable, ValueText } from "@canopy/can/dbc/model";

/** A new table with an unused name. */
export function addValueTable(dbc: Dbc): Edited {
  let number = dbc.valueTables.length + 1;
  while (dbc.valueTables.some(({ name }) => name === `Table_${number}`)) number += 1;
  return withTables(dbc, [...dbc.valueTables, { name: `Table_${number}`, values: [] }]);
}

/** Signals with the same states as the table follow its change: in a DBC each signal has a copy. */
export function updateValueTable(dbc: Dbc, name: string, changes: Partial<ValueTable>): Edited {
  const index = dbc.valueTables.findIndex((table) => table.name === name);
  const before = dbc.valueTables[index];
  if (before === undefined) return { ok: false, problem: { code: "unknownSignal" } };
  const after = { ...before, ...changes };
  const problem = after.name === name ? null : nameProblem(after.name);
  if (problem !== null) return { ok: false, problem };
  const isTaken = dbc.valueTables.some((table, i) => i !== index && table.name === after.name);
  if (isTaken) return { ok: false, problem: { code: "nameTaken" } };
  const messages = changes.values
    ? dbc.messages.map((message) => ({
        ...message,
        signals: message.signals.map((signal) =>
          sameValues(signal.values, before.values) ? { ...signal, values: after.values } : signal,
        ),
      }))
    : dbc.messages;
  return withTables({ ...dbc, messages }, dbc.valueTables.with(index, after));
}

/** The signals keep their states. */
export function removeValueTable(dbc: Dbc, name: string): Edited {
  return withTables(
    dbc,
    dbc.valueTables.filter((table) => table.name !== name),
  );
}

const withTables = (dbc: Dbc, valueTables: readonly ValueTable[]): Edited => ({
  ok: true,
  value: { ...dbc, valueTables },
});

/** The same states in any order; an empty set matches no table. */
export function sameValues(values: readonly ValueText[], others: readonly ValueText[]): boolean {
  return (
    values.length > 0 &&
    values.length === others.length &&
    values.every(({ raw, text }) => others.some((other) => other.raw === raw && other.text === text))
  );
}
