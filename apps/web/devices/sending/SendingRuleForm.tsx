import "./sending-texts.ts";
import { ORPHANS, SENDERS, type SendingRule, setSendingRule } from "@canopy/contract/devices/sending-rule";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import layout from "../../ui/layout.module.css";
import { sendingRuleQuery } from "./sending-rule.ts";

/** DEV-06: the manager's choice for everybody of the tenant; others see it. */
export function SendingRuleForm({ isManager }: { isManager: boolean }) {
  const t = useText();
  const client = useQueryClient();
  const { data: rule } = useQuery(sendingRuleQuery);
  const change = useMutation({
    mutationFn: (body: SendingRule) => api(setSendingRule, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: sendingRuleQuery.queryKey }),
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  if (!rule) return null;
  return (
    <div className={layout.stack}>
      <Field label={t("devices.sending.who")} hint={t("devices.sending.whoNote")}>
        {(control) => (
          <Select
            {...control}
            disabled={!isManager || change.isPending}
            options={SENDERS.map((value) => ({ value, label: t(`devices.sending.who.${value}`) }))}
            value={rule.who}
            onChange={(who) => change.mutate({ ...rule, who })}
          />
        )}
      </Field>
      <Field label={t("devices.sending.orphans")} hint={t("devices.sending.orphansNote")}>
        {(control) => (
          <Select
            {...control}
            disabled={!isManager || change.isPending}
            options={ORPHANS.map((value) => ({ value, label: t(`devices.sending.orphans.${value}`) }))}
            value={rule.orphans}
            onChange={(orphans) => change.mutate({ ...rule, orphans })}
          />
        )}
      </Field>
    </div>
  );
}
