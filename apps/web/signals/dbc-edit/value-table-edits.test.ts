import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { writeDbc } from "@canopy/can/dbc/write/write";
import { expect, it } from "vitest";
import { addValueTable, removeValueTable, updateValueTable } from "./value-table-edits.ts";

const { dbc } = parseDbc(`BU_: A
VAL_TABLE_ OnOff 1 "On" 0 "Off" ;
BO_ 256 Lamp: 1 A
 SG_ Low : 0|1@1+ (1,0) [0|1] "" A
 SG_ High : 1|1@1+ (1,0) [0|1] "" A
VAL_ 256 Low 0 "Off" 1 "On" ;
VAL_ 256 High 0 "Dark" 1 "Bright" ;
`);

function edited(result: ReturnType<typeof addValueTable>) {
  if (!result.ok) throw new Error(result.problem.code);
  // The edit is compared with the written file.
  return parseDbc(writeDbc(result.value)).dbc;
}

it("a value table is made, named, changed together with the signals that follow it, and removed [DBC-01]", () => {
  expect(edited(addValueTable(dbc)).valueTables.map(({ name }) => name)).toEqual(["OnOff", "Table_2"]);
  const values = [
    { raw: 0, text: "Off" },
    { raw: 1, text: "On" },
    { raw: 2, text: "Fault" },
  ];
  const changed = edited(updateValueTable(dbc, "OnOff", { values }));
  const [low, high] = changed.messages[0]?.signals ?? [];
  expect(low?.values.map(({ text }) => text).sort()).toEqual(["Fault", "Off", "On"]);
  expect(high?.values).toHaveLength(2);
  expect(edited(updateValueTable(dbc, "OnOff", { name: "Switch" })).valueTables[0]?.name).toBe("Switch");
  expect(updateValueTable(dbc, "OnOff", { name: "no name" })).toMatchObject({ ok: false });
  const removed = edited(removeValueTable(dbc, "OnOff"));
  expect(removed.valueTables).toEqual([]);
  expect(removed.messages[0]?.signals[0]?.values).toHaveLength(2);
});
