import type { LeafField } from "@canopy/contract/device-link/config-form";
import { hexOf } from "./config-words.ts";

type NumberField = Extract<LeafField, { kind: "number" }>;

/** The meaning of a text field: a number, nothing, or text that the schema will refuse. */
export function numberFrom(field: Pick<NumberField, "format" | "optional">, text: string): unknown {
  const bare = text.trim().replaceAll(",", "");
  if (bare === "") return field.optional ? undefined : "";
  if (field.format === "id") return /^(0x)?[0-9a-f]{1,10}$/i.test(bare) ? Number.parseInt(bare, 16) : text;
  return /^[-−]?\d+(\.\d*)?$/.test(bare) ? Number(bare.replace("−", "-")) : text;
}

export function numberIn(field: Pick<NumberField, "format">, value: unknown): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  return field.format === "id" ? hexOf(value) : String(value);
}
