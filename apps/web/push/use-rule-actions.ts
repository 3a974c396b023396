import { resendPushRule } from "@canopy/contract/push/deliveries";
import { deletePushRule, enablePushRule, type PushRule } from "@canopy/contract/push/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { PUSH_KEY } from "./push-queries.ts";

const failed = (error: unknown) => addNote({ tone: "ordinary", text: troubleOf(error).text });

/** What is done to a rule without a form. */
export function useRuleActions() {
  const t = useText();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: PUSH_KEY });
  const enable = useMutation({
    mutationFn: ({ rule, enabled }: { rule: PushRule; enabled: boolean }) =>
      api(enablePushRule, { params: { rule_id: rule.rule_id }, body: { enabled } }),
    onError: failed,
    onSettled,
  });
  const resend = useMutation({
    mutationFn: ({ rule_id }: PushRule) => api(resendPushRule, { params: { rule_id } }),
    onSuccess: ({ resent }) => addNote({ tone: "done", text: t("push.rules.resent", { count: resent }) }),
    onError: failed,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ rule_id }: PushRule) => api(deletePushRule, { params: { rule_id } }),
    onSuccess: () => addNote({ tone: "done", text: t("push.rules.deleted") }),
    onSettled,
  });
  return { enable, resend, remove };
}
