/** For tests: rules that are only rows. */
import { randomUUID } from "node:crypto";
import { keptRule, type ruleContent } from "@canopy/contract/alarms/rule-content";
import type { z } from "zod";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { insertRule } from "./rule-store.ts";

/** Byte 0 of standard identifier 0x100 is over 50; disabled unless told else. */
export const sampleRule = (more: Partial<z.input<typeof ruleContent>> = {}): z.input<typeof ruleContent> => ({
  name: `n_${randomUUID().slice(0, 8)}`,
  conditions: [{ kind: "frame", is_extended: false, id_from: 0x100, id_to: 0x100, operator: "gt", value: 50 }],
  ...more,
});

/** As it is kept: recipients of a test need not be addresses. */
export async function makeTestRule(
  db: Db,
  author: Pick<Caller, "tenantId" | "userId" | "userName">,
  more: Partial<z.input<typeof ruleContent>> = {},
): Promise<string> {
  return (await insertRule(db, author, keptRule.parse(sampleRule(more)))) ?? "";
}
