import type { outputContent } from "@canopy/contract/outputs/output-content";
import type { Output } from "@canopy/contract/outputs/outputs";
import type { Language } from "@canopy/contract/platform/language";
import type { z } from "zod";
import type { ContractForm } from "../ui/form/use-contract-form.ts";

/** An output as the form has it. */
export type OutputValues = z.input<typeof outputContent>;
export type OutputForm = ContractForm<OutputValues>;

export const NO_BUCKET = { endpoint: "", region: "", bucket: "", prefix: "", key: "" };

const NIGHT_HOUR = 2;
const KEEP_DAYS = 30;

export const newOutput = (language: Language, zone: string): OutputValues => ({
  name: "",
  kind: "files",
  format: "mdf4",
  language,
  csv: false,
  scope: { kind: "all" },
  clock: { every: "day", hour: NIGHT_HOUR, weekday: 1, month_day: 1, zone },
  mail: null,
  keep: true,
  keep_days: KEEP_DAYS,
  bucket: null,
  enabled: true,
});

export function valuesOf({ name, kind, format, language, csv, scope, clock, mail, ...rest }: Output): OutputValues {
  const { keep, keep_days, bucket, enabled } = rest;
  return { name, kind, format, language, csv, scope, clock, mail, keep, keep_days, bucket, enabled };
}

/** As people write them, between commas, semicolons, spaces and line ends. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;，；]+/).filter((one) => one !== "");
