import type { RuleCommand } from "@canopy/contract/alarms/rule-content";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import styles from "../alarms.module.css";
import type { RuleForm } from "../rule-form.ts";
import { CommandFields } from "./CommandFields.tsx";
import { firstCommand } from "./rule-command.ts";
import "../texts.ts";

/** TRG-01: what happens once when the alarm is over. */
export function OverSection({ form }: { form: RuleForm }) {
  const t = useText();
  const { notify = false, command } = form.values.recover ?? {};
  const set = (next: { notify: boolean; command?: RuleCommand | undefined }) => form.set("recover", next);
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.over")}</h2>
      <Checkbox checked={notify} onChange={(on) => set({ notify: on, ...(command && { command }) })}>
        {t("alarms.edit.notifyRecover")}
      </Checkbox>
      <Checkbox
        checked={command !== undefined}
        onChange={(on) => set({ notify, ...(on && { command: firstCommand("record.stop") }) })}
      >
        {t("alarms.edit.commandRecover")}
      </Checkbox>
      {command && <CommandFields command={command} onChange={(next) => set({ notify, command: next })} />}
    </section>
  );
}
