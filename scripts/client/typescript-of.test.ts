import { describe, expect, it } from "vitest";
import { typescriptOf } from "./typescript-of.ts";

describe("a schema as a type", () => {
  it("knows values, choices and what may be missing", () => {
    const properties = {
      id: { type: "string", format: "uuid" },
      level: { type: "string", enum: ["tip", "urgent"] },
      value: { anyOf: [{ type: "number" }, { type: "null" }] },
      "odd-name": { type: "boolean", const: true },
    };
    expect(typescriptOf({ type: "object", properties, required: ["id", "level", "value"] })).toBe(
      '{ id: string; level: "tip" | "urgent"; value: number | null; "odd-name"?: true }',
    );
  });

  it("knows lists, tuples, records and unions", () => {
    expect(typescriptOf({ type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } })).toBe(
      "(string | number)[]",
    );
    expect(typescriptOf({ type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }] })).toBe(
      "[string, boolean]",
    );
    const values = { type: "object", additionalProperties: { type: "number" } };
    expect(typescriptOf(values)).toBe("Record<string, number>");
    expect(typescriptOf({ ...values, propertyNames: { enum: ["a", "b"] } })).toBe('Partial<Record<"a" | "b", number>>');
    expect(typescriptOf({ allOf: [{ type: ["number", "null"] }, { type: "null" }] })).toBe("(number | null) & null");
    expect(typescriptOf({})).toBe("unknown");
  });
});
