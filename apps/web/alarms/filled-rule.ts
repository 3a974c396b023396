import { MAX_RULE_NAME } from "@canopy/contract/alarms/rule-content";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { translate } from "../platform/i18n.ts";
import { busConditionOf, FIRST_FENCE, type RuleValues } from "./rule-form.ts";
import "./texts.ts";

/** A new rule as the address of the editor asks for it: `from=bus&channel=0`, `from=fence&fence=…&name=…&side=out`. */
export function filledRule(search: Readonly<Record<string, string>>): Partial<RuleValues> {
  if (search.from === "bus") return busRule(Number(search.channel ?? 0));
  if (search.from === "fence" && search.fence) return fenceRule(search.fence, search.name ?? "", search.side);
  return {};
}

/** The address of the editor for a rule on a fence; a device to test it with is chosen there. */
export const fenceRuleSearch = ({ fence_id, name }: { fence_id: string; name: string }, side: "enter" | "out") => ({
  back: "alarms",
  from: "fence",
  fence: fence_id,
  name,
  side,
});

function busRule(channel: number): Partial<RuleValues> {
  if (!Number.isInteger(channel) || channel < FIRST_CHANNEL.can || channel >= FIRST_CHANNEL.lin) return {};
  const name = translate("alarms.bus.rule.load", { n: channel - FIRST_CHANNEL.can + 1 });
  return { name, channel, conditions: [busConditionOf("load")] };
}

/** Of all devices: whoever draws a fence thinks of the place. */
function fenceRule(fence_id: string, fence_name: string, side: string | undefined): Partial<RuleValues> {
  const operator = side === "out" ? "out" : "enter";
  const name = translate(`alarms.fence.name.${operator}`, { fence: fence_name }).slice(0, MAX_RULE_NAME);
  return { name, scope: { kind: "all" }, conditions: [{ ...FIRST_FENCE, fence_id, fence_name, operator }] };
}
