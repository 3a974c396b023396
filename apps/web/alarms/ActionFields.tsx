import { ACTION_FLOOR_MINUTES, type ActionKind, type RuleAction } from "@canopy/contract/alarms/rule-content";
import { useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import styles from "./alarms.module.css";
import { NumberField } from "./NumberField.tsx";
import { numberOf, targetsOf } from "./rule-form.ts";

/** Commands are kept as they are: their parameters have a form of their own. */
const OFFERED = ["email", "sms", "voice", "feishu", "webhook"] as const satisfies readonly ActionKind[];

interface ActionFieldsProps {
  actions: readonly RuleAction[];
  onChange(actions: RuleAction[]): void;
}

/** TRG-04: who is told, and how often at most. */
export function ActionFields({ actions, onChange }: ActionFieldsProps) {
  const t = useText();
  const put = (action: RuleAction) => onChange(actions.map((one) => (one.kind === action.kind ? action : one)));
  return OFFERED.map((kind) => {
    const action = actions.find((one) => one.kind === kind);
    const floor = ACTION_FLOOR_MINUTES[kind];
    const added: RuleAction = { kind, targets: [], every_min: floor };
    return (
      <div key={kind} className={styles.action}>
        <Checkbox
          checked={action !== undefined}
          onChange={(on) => onChange(on ? [...actions, added] : actions.filter((one) => one.kind !== kind))}
        >
          {t(`alarms.action.${kind}`)}
        </Checkbox>
        {action && (
          <>
            <Targets action={action} onChange={(targets) => put({ ...action, targets })} />
            <NumberField
              label={t("alarms.edit.every", { floor })}
              read={numberOf}
              value={action.every_min}
              onChange={(every_min = floor) => put({ ...action, every_min })}
            />
          </>
        )}
      </div>
    );
  });
}

function Targets({ action, onChange }: { action: RuleAction; onChange(targets: string[]): void }) {
  const t = useText();
  const [text, setText] = useState(action.targets.join(", "));
  return (
    <Field label={t("alarms.edit.targets")}>
      {(control) => (
        <TextInput
          {...control}
          value={text}
          onChange={(next) => {
            setText(next);
            onChange(targetsOf(next));
          }}
        />
      )}
    </Field>
  );
}
