import { describe, expect, it } from "vitest";
import type { DefinedValue } from "./model.ts";
import { readOdx } from "./odx-read.ts";
import { readDefinedValue } from "./read-value.ts";
import { constant, dop, ODX, service, value } from "./test-odx.ts";

function readOf(document: string) {
  const read = readOdx([document]);
  if (read === undefined || read === "tooLarge") throw new Error("the document was not read");
  return read;
}

describe("definitions of an ECU by ODX [UDS-01]", () => {
  it("are its identifiers with scaled values, its routines and its fault codes; the rest is listed", () => {
    const read = readOf(ODX);
    expect(read.identifiers).toMatchObject([
      {
        id: 0x1234,
        name: "Supply",
        length: 4,
        values: [{ byte: 0, bits: 16, unit: "V" }, { byte: 2, shift: 4 }, { byte: 3 }],
      },
    ]);
    expect(read.routines).toEqual([{ id: 0xff00, name: "Erase" }]);
    expect(read.faults).toEqual([{ code: 0x0a1f16, name: "Voltage low" }]);
    expect(read.notUnderstood).toEqual(["Odd: COMPU-METHOD TAB-INTP", "3E Present"]);
    const data = Uint8Array.of(0x02, 0x58, 0x10, 7);
    const values = read.identifiers[0]?.values ?? [];
    expect(values.map((one) => readDefinedValue(data, one))).toEqual([20, "on", 7]);
    expect(values.map((one) => readDefinedValue(data.subarray(0, 2), one))).toEqual([20, undefined, undefined]);
  });

  it("are not read of what is no XML, and entities of a document type stay as they are", () => {
    expect(readOdx(["<ODX><A></ODX>"])).toBeUndefined();
    expect(readOdx(["no"])).toBeUndefined();
    expect(readOdx([`${"<a>".repeat(200)}${"</a>".repeat(200)}`])).toBeUndefined();
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><ODX><DTC><TROUBLE-CODE>1</TROUBLE-CODE><TEXT>&a;&a;</TEXT></DTC></ODX>`;
    expect(JSON.stringify(readOdx([bomb]) ?? null)).not.toContain("aaaaaaaaaa&");
  });
});

describe("an ODX whose structures refer to each other [UDS-01]", () => {
  const structure = (id: string, of: string) =>
    `<STRUCTURE ID="${id}"><PARAMS>${value("p", of).repeat(20)}</PARAMS></STRUCTURE>`;
  const file = (...structures: readonly string[]) => `<ODX>${dop("n", "A_UINT32", 8, "")}${structures.join("")}
    ${service("Deep", constant(0, 0x22) + constant(1, 0x1234, 16), constant(0, 0x62) + constant(1, 0x1234, 16) + value("v", "s0"))}</ODX>`;

  it("leaves a structure out inside itself, and tells so", () => {
    const read = readOf(file(structure("s0", "s1"), structure("s1", "s0")));
    expect(read).toMatchObject({ identifiers: [{ id: 0x1234, values: [] }], notUnderstood: ["p: STRUCTURE"] });
  });

  it("is refused where a small text stands for more values than any ECU has", () => {
    const chain = Array.from({ length: 10 }, (_, i) => structure(`s${i}`, i < 9 ? `s${i + 1}` : "n"));
    expect(readOdx([file(...chain)])).toBe("tooLarge");
    expect(readOf(file(structure("s0", "n"))).identifiers[0]?.values).toHaveLength(20);
  });
});

describe("a defined value [UDS-01]", () => {
  const of = (more: Partial<DefinedValue>): DefinedValue => {
    const plain = { name: "x", byte: 0, shift: 0, bits: 8, type: "unsigned", isLittleEndian: false } as const;
    return { ...plain, factor: 1, offset: 0, unit: "", states: [], ...more };
  };
  it("is read by type, order and place", () => {
    const data = Uint8Array.of(0xff, 0x38, 0x41, 0x42, 0);
    expect(readDefinedValue(data, of({ type: "signed", bits: 16 }))).toBe(-200);
    expect(readDefinedValue(data, of({ bits: 16, isLittleEndian: true }))).toBe(0x38ff);
    expect(readDefinedValue(data, of({ bits: 4, shift: 2, byte: 1 }))).toBe(0xe);
    expect(readDefinedValue(data, of({ type: "text", byte: 2, bits: null }))).toBe("AB");
    expect(readDefinedValue(data, of({ type: "bytes", byte: 3, bits: 16 }))).toBe("4200");
    expect(readDefinedValue(Uint8Array.of(0x3f, 0x80, 0, 0), of({ type: "float", bits: 32 }))).toBe(1);
    expect(readDefinedValue(data, of({ byte: 5 }))).toBeUndefined();
  });
});
