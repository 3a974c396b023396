import type { pushContent } from "@canopy/contract/push/rules";
import type { z } from "zod";
import type { ContractForm } from "../ui/form/use-contract-form.ts";

/** A rule as the form has it. */
export type PushValues = z.input<typeof pushContent>;
export type PushForm = ContractForm<PushValues>;
export type SourceValues = PushValues["source"];
export type SignalValues = Extract<SourceValues, { kind: "signals" }>;
export type EventValues = Extract<SourceValues, { kind: "events" }>;
