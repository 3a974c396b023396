import { MAX_RULE_NAME } from "@canopy/contract/alarms/rule-content";
import { createAlarmRule } from "@canopy/contract/alarms/rules";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { translate } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import "./texts.ts";

/** GPS-03: an enabled rule on all devices; the fence is saved whether the rule is taken or not. */
export async function makeFenceAlarm(
  { fence_id, name: fence }: { fence_id: string; name: string },
  operator: "enter" | "out",
): Promise<void> {
  const name = translate(`alarms.fence.name.${operator}`, { fence }).slice(0, MAX_RULE_NAME);
  const conditions = [{ kind: "fence" as const, fence_id, operator }];
  try {
    await api(createAlarmRule, { body: { name, data: "fence", conditions, enabled: true } });
    addNote({ tone: "done", text: translate("alarms.fence.made", { name }) });
  } catch (error) {
    addNote({ tone: "urgent", text: translate("alarms.fence.notMade", { why: troubleOf(error).text }) });
  }
}
