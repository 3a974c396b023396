import { ESCALATION_KINDS } from "@canopy/contract/alarms/action-kinds";
import type { RuleContent } from "@canopy/contract/alarms/rule-content";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { NumberField } from "../NumberField.tsx";
import { numberOf } from "../rule-form.ts";
import styles from "./editor.module.css";
import { TargetsField } from "./TargetsField.tsx";
import "../texts.ts";

type Escalation = NonNullable<RuleContent["escalate"]>;

interface EscalateFieldsProps {
  escalate: Escalation | null;
  error: FieldError | undefined;
  onChange(escalate: Escalation | null): void;
}

const FIRST: Escalation = { after_min: 15, kind: "email", targets: [] };

/** TRG-01: who is told of an alarm that nobody acknowledged in time. */
export function EscalateFields({ escalate, error, onChange }: EscalateFieldsProps) {
  const t = useText();
  return (
    <div className={styles.part}>
      <Checkbox checked={escalate !== null} onChange={(on) => onChange(on ? FIRST : null)}>
        {t("alarms.escalate.title")}
      </Checkbox>
      {escalate && (
        <div className={styles.escalate}>
          <NumberField
            label={t("alarms.escalate.after")}
            read={numberOf}
            value={escalate.after_min}
            onChange={(after_min = 15) => onChange({ ...escalate, after_min })}
          />
          <Field label={t("alarms.escalate.kind")}>
            {(control) => (
              <Select
                {...control}
                options={ESCALATION_KINDS.map((value) => ({ value, label: t(`alarms.action.${value}`) }))}
                value={escalate.kind}
                onChange={(kind) => onChange({ ...escalate, kind })}
              />
            )}
          </Field>
          <TargetsField
            targets={escalate.targets}
            label={t("alarms.escalate.who")}
            error={error}
            onChange={(targets) => onChange({ ...escalate, targets })}
          />
        </div>
      )}
    </div>
  );
}
