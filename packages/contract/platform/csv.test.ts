import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText, parseCsv } from "./csv.ts";

const cells = (text: string) => parseCsv(text)?.map((row) => row.cells);

describe("CSV", () => {
  it("reads what it writes, whatever the cells hold [DEV-02]", () => {
    // Cells that would run as formulas are changed on purpose, and blank rows are left out.
    const cell = fc.string({ unit: "binary" }).map((text) => `c${text}`);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 })), (rows) => {
        expect(cells(csvText(rows))).toEqual(rows);
      }),
    );
  });

  it("takes either line end, a byte order mark, a missing last line end and empty lines [DEV-02]", () => {
    const expected = [
      ["a", "b"],
      ["1", ""],
    ];
    for (const text of ["a,b\n1,", "a,b\r\n1,\r\n", "\ufeffa,b\r\r1,\r", "a,b\n\n\n1,\n\n"]) {
      expect(cells(text), JSON.stringify(text)).toEqual(expected);
    }
    expect(cells("")).toEqual([]);
  });

  it("says on which line a row begins, past quoted line ends [DEV-02]", () => {
    expect(parseCsv('a\n"1\n2"\n\nb\n')?.map((row) => row.line)).toEqual([1, 2, 5]);
  });

  it.each(['"a', 'a"b', '"a"b', 'x,"'])("refuses the quotes of %j [DEV-02]", (text) => {
    expect(parseCsv(text)).toBeUndefined();
  });

  it("keeps a spreadsheet from running a cell [DEV-07]", () => {
    for (const cell of ["=1+1", "+1", "-1+1", "-x", "@x"]) expect(csvText([[cell]])).toBe(`'${cell}\r\n`);
    for (const number of ["-1", "-12.5", "-1e-7"]) expect(csvText([[number]])).toBe(`${number}\r\n`);
  });
});
