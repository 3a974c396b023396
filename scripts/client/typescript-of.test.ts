import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type JsonSchema, typescriptOf } from "./typescript-of.ts";

const typeOf = (schema: z.ZodType) => typescriptOf(z.toJSONSchema(schema) as JsonSchema);

describe("a schema as a type", () => {
  it("knows values, choices and what may be missing", () => {
    const schema = z.object({
      id: z.uuid(),
      level: z.enum(["tip", "urgent"]),
      value: z.number().nullable(),
      "odd-name": z.literal(true).optional(),
    });
    expect(typeOf(schema)).toBe('{ id: string; level: "tip" | "urgent"; value: number | null; "odd-name"?: true }');
  });

  it("knows lists, tuples, records and unions", () => {
    expect(typeOf(z.array(z.union([z.string(), z.int()])))).toBe("(string | number)[]");
    expect(typeOf(z.tuple([z.string(), z.boolean()]))).toBe("[string, boolean]");
    expect(typeOf(z.record(z.string(), z.number()))).toBe("Record<string, number>");
    expect(typeOf(z.partialRecord(z.enum(["a", "b"]), z.number()))).toBe('Partial<Record<"a" | "b", number>>');
    expect(typescriptOf({ allOf: [{ anyOf: [{}, { type: "null" }] }, { type: "null" }] })).toBe(
      "(unknown | null) & null",
    );
    expect(typescriptOf({})).toBe("unknown");
    expect(typescriptOf({ type: ["number", "null"] })).toBe("number | null");
  });
});
