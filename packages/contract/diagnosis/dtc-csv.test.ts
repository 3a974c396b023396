import { readFileSync } from "node:fs";
import { encodeDbcText } from "@canopy/can/dbc/parse/encoding";
import { describe, expect, it } from "vitest";
import { readDtcCsv } from "./dtc-csv.ts";

const read = (text: string) => readDtcCsv(new TextEncoder().encode(text));

describe("a file of fault codes [UDS-03]", () => {
  it("takes every form of a code", () => {
    const text = "P0123,a\nP0123-11,b\nU010011,c\nC10012,d\n0x1E0013,e\nSPN 110 FMI 0,f\n";
    const codes = read(text)?.rows.map(({ code }) => code);
    expect(codes).toEqual([0x012300, 0x012311, 0xc10011, 0xc10012, 0x1e0013, 0x1000000 + 110 * 32]);
  });

  it("tells bad rows by their line, and codes that stand twice", () => {
    const csv = read(
      "code;name_zh;name_en;severity\nP0100;空气流量;Air flow;high\nX0100;x;;\nP0101;;;\nP0100;again;;\nP0102;x;;much\n",
    );
    expect(csv?.rows).toEqual([{ line: 5, code: 0x010000, name_zh: "again", name_en: "", severity: null }]);
    expect(csv?.problems).toEqual([
      { line: 3, problem: "badCode", text: "X0100" },
      { line: 4, problem: "noName", text: "P0101" },
      { line: 6, problem: "badSeverity", text: "much" },
    ]);
    expect(csv?.doubles).toEqual([{ line: 5, earlier: 2, code: 0x010000 }]);
    expect(read('"open')).toBeUndefined();
  });

  it("is read in time whatever its header has, and words that objects have of their own are no severities", () => {
    const width = 200_000;
    const rows = "P0100,x,y,constructor\n".repeat(20_000);
    const started = process.cpuUsage();
    const csv = read(`${"x,".repeat(width)}code,name_zh\n${rows}`);
    expect(csv?.problems).toHaveLength(20_000);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
    expect(read("code,name,severity\nP0100,x,constructor\n")?.problems).toMatchObject([{ problem: "badSeverity" }]);
  });

  it("finds the encoding: GB 18030 and UTF-16 too", () => {
    const text = "故障码,名称\r\nP0A1F,电池控制模块电压过低，请检查蓄电池和充电机\r\n";
    for (const encoding of ["utf-8-bom", "gb18030", "utf-16le"] as const) {
      const csv = readDtcCsv(encodeDbcText(text, encoding));
      expect(csv).toMatchObject({
        encoding,
        rows: [{ code: 0x0a1f00, name_zh: "电池控制模块电压过低，请检查蓄电池和充电机" }],
      });
    }
  });

  it("reads the 3,071 codes of the public list", () => {
    const csv = readDtcCsv(readFileSync(new URL("./fixtures/obd-trouble-codes.csv", import.meta.url)));
    expect(csv?.problems).toEqual([]);
    expect((csv?.rows.length ?? 0) + (csv?.doubles.length ?? 0)).toBe(3071);
    expect(csv?.rows[0]).toMatchObject({ code: 0x010000, name_zh: "Mass or Volume Air Flow Circuit Malfunction" });
  });
});
