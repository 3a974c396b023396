import type { Condition } from "@canopy/contract/alarms/conditions";
import { dataOf, holdSeconds } from "@canopy/contract/alarms/rule-content";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import styles from "../alarms.module.css";
import { NumberField } from "../NumberField.tsx";
import { numberOf, type RuleForm } from "../rule-form.ts";
import { FieldProblem } from "./FieldProblem.tsx";
import "../texts.ts";

/** TRG-03: how long it must be true, and false again, and for how long a value counts. */
export function SettleSection({ form }: { form: RuleForm }) {
  const t = useText();
  const data = dataOf(form.values.conditions as Condition[]);
  const isOnFences = data === "fence";
  const isOnFrames = data === "raw" || data === "dbc";
  return (
    <section className={styles.section}>
      <h2>{t("alarms.edit.settle")}</h2>
      <div className={styles.row}>
        <NumberField
          label={t(isOnFences ? "alarms.edit.dwell" : "alarms.edit.hold")}
          read={numberOf}
          value={form.values.hold_s ?? holdSeconds(form.values)}
          onChange={(hold_s) => form.set("hold_s", hold_s)}
        />
        {!isOnFences && (
          <NumberField
            label={t("alarms.edit.recover")}
            read={numberOf}
            value={form.values.recover_s ?? 10}
            onChange={(recover_s) => form.set("recover_s", recover_s)}
          />
        )}
        {isOnFrames && (
          <NumberField
            label={t("alarms.edit.timeout")}
            read={numberOf}
            value={form.values.timeout_s ?? 0}
            onChange={(timeout_s) => form.set("timeout_s", timeout_s)}
          />
        )}
        <Field label={t("alarms.edit.mode")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "edge", label: t("alarms.edit.mode.edge") },
                { value: "every", label: t("alarms.edit.mode.every") },
              ]}
              value={form.values.mode ?? "edge"}
              onChange={(mode) => form.set("mode", mode)}
            />
          )}
        </Field>
      </div>
      {isOnFences && <p className={styles.hint}>{t("alarms.edit.fenceHint")}</p>}
      {isOnFrames && <p className={styles.hint}>{t("alarms.edit.timeoutHint")}</p>}
      <FieldProblem error={form.errorOf("hold_s")} />
      <FieldProblem error={form.errorOf("recover_s")} />
      <FieldProblem error={form.errorOf("timeout_s")} />
    </section>
  );
}
