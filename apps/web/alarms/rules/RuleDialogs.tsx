import type { AlarmRule } from "@canopy/contract/alarms/rules";
import type { Thing } from "@canopy/contract/devices/thing";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { MuteDialog } from "../centre/MuteDialog.tsx";
import type { RulesDesk } from "./use-rules-desk.ts";
import "../texts.ts";

/** The mute of a rule, and the question before rules are deleted. */
export function RuleDialogs({ desk, device }: { desk: RulesDesk; device: Thing | undefined }) {
  const t = useText();
  const { muted, setMuted, deleted, setDeleted, remove } = desk;
  const count = deleted.length;
  const [{ name } = { name: "" }] = deleted;
  const isOne = count === 1;
  return (
    <>
      {muted && <MuteDialog event={mutedRule(muted, device)} first="until" onClose={() => setMuted(undefined)} />}
      <Confirm
        open={count > 0}
        title={isOne ? t("alarms.rules.deleteTitle") : t("alarms.rules.deleteAllTitle", { count })}
        action={t("alarms.rules.delete")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => remove.mutate(deleted, { onSuccess: () => setDeleted([]) })}
        onClose={() => setDeleted([])}
      >
        {isOne ? t("alarms.rules.deleteNote", { name }) : t("alarms.rules.deleteAllNote", { count })}
      </Confirm>
    </>
  );
}

const mutedRule = ({ rule_id, name }: AlarmRule, device: Thing | undefined) => ({
  rule_id,
  rule_name: name,
  ...(device && { things_id: device.id, device_name: device.name }),
});
