import { describe, expect, it } from "vitest";
import { MAX_VALUES } from "./definitions.ts";
import { readDefinitionsCsv } from "./definitions-csv.ts";

const read = (text: string) => readDefinitionsCsv(new TextEncoder().encode(text));

describe("a CSV of definitions [UDS-01]", () => {
  it("is read in time: many values of one identifier, a header of any width", () => {
    const started = process.cpuUsage();
    const values = read(`id,name,bits\n${"F190,VIN,8\n".repeat(100_000)}`);
    expect(values?.identifiers[0]?.values).toHaveLength(MAX_VALUES + 1);
    const wide = read(`${"x,".repeat(200_000)}id,name\n${"a,b\n".repeat(20_000)}`);
    expect(wide?.problems).toHaveLength(20_000);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });

  it("gives an identifier the name of its last row", () => {
    expect(read("id,name,bits\n1,first,8\n1,last,8\n")?.identifiers).toMatchObject([{ name: "last", length: 1 }]);
  });
});
