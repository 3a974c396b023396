import { createAlarmMute } from "@canopy/contract/alarms/mutes";
import { type AlarmRule, copyAlarmRule, deleteAlarmRule, enableAlarmRule } from "@canopy/contract/alarms/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { MUTES_KEY, RULES_KEY } from "../alarm-keys.ts";
import "../texts.ts";

const refuse = (problem: unknown) => void addNote({ tone: "ordinary", text: troubleOf(problem).text });
const say = (text: string) => void addNote({ tone: "done", text });

/** One after the other; the first that is refused ends it. */
async function eachOf(rules: readonly AlarmRule[], change: (rule: AlarmRule) => Promise<unknown>): Promise<void> {
  for (const rule of rules) await change(rule);
}

/** TRG-01, TRG-02: changes of rules from their list; on a device, a mute is of the rule on this device. */
export function useRuleActions(thingsId: string | undefined) {
  const t = useText();
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: RULES_KEY });
  const enable = useMutation({
    mutationFn: ({ rules, on }: { rules: readonly AlarmRule[]; on: boolean }) =>
      eachOf(rules, ({ rule_id }) => api(enableAlarmRule, { params: { rule_id }, body: { enabled: on } })),
    onError: refuse,
    onSettled: renew,
  });
  const copy = useMutation({
    mutationFn: ({ rule_id }: AlarmRule) => api(copyAlarmRule, { params: { rule_id } }),
    onSuccess: ({ data }) => say(t("alarms.rules.copied", { name: data.name })),
    onError: refuse,
    onSettled: renew,
  });
  const mute = useMutation({
    mutationFn: ({ rule, minutes }: { rule: AlarmRule; minutes: number }) =>
      api(createAlarmMute, { body: { rule_id: rule.rule_id, ...(thingsId && { things_id: thingsId }), minutes } }),
    onSuccess: () => say(t("alarms.mute.done")),
    onError: refuse,
    onSettled: () => Promise.all([renew(), client.invalidateQueries({ queryKey: MUTES_KEY })]),
  });
  /** Its dialog shows the error. */
  const remove = useMutation({
    mutationFn: (rules: readonly AlarmRule[]) =>
      eachOf(rules, ({ rule_id }) => api(deleteAlarmRule, { params: { rule_id } })),
    onSuccess: (_, rules) => {
      const [{ name } = { name: "" }] = rules;
      say(
        rules.length === 1
          ? t("alarms.rules.deleted", { name })
          : t("alarms.rules.deletedAll", { count: rules.length }),
      );
    },
    onSettled: renew,
  });
  return { enable, copy, mute, remove };
}
