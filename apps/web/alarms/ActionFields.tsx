import { ACTION_KINDS, type ActionKind } from "@canopy/contract/alarms/action-kinds";
import { ACTION_FLOOR_MINUTES, type RuleAction } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../platform/i18n.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import styles from "./alarms.module.css";
import { ActionTest, type TestedRule } from "./editor/ActionTest.tsx";
import { CommandFields } from "./editor/CommandFields.tsx";
import { CommandTest } from "./editor/CommandTest.tsx";
import { firstCommand } from "./editor/rule-command.ts";
import { TargetsField } from "./editor/TargetsField.tsx";
import { NumberField } from "./NumberField.tsx";
import { numberOf } from "./rule-form.ts";

interface ActionFieldsProps {
  actions: readonly RuleAction[];
  /** What a test of an action says. */
  tested: TestedRule;
  /** Takes the test of a command. */
  device: Thing;
  onChange(actions: RuleAction[]): void;
}

const firstAction = (kind: ActionKind): RuleAction => ({
  kind,
  targets: [],
  every_min: ACTION_FLOOR_MINUTES[kind],
  ...(kind === "command" && { command: firstCommand() }),
});

/** TRG-04: who is told or what is sent, and how often at most. */
export function ActionFields({ actions, tested, device, onChange }: ActionFieldsProps) {
  const t = useText();
  const put = (action: RuleAction) => onChange(actions.map((one) => (one.kind === action.kind ? action : one)));
  return ACTION_KINDS.map((kind) => {
    const action = actions.find((one) => one.kind === kind);
    return (
      <div key={kind} className={styles.action}>
        <Checkbox
          checked={action !== undefined}
          onChange={(on) => onChange(on ? [...actions, firstAction(kind)] : actions.filter((one) => one.kind !== kind))}
        >
          {t(`alarms.action.${kind}`)}
        </Checkbox>
        {action && <ActionContent action={action} tested={tested} device={device} onChange={put} />}
      </div>
    );
  });
}

interface ActionContentProps {
  action: RuleAction;
  tested: TestedRule;
  device: Thing;
  onChange(action: RuleAction): void;
}

function ActionContent({ action, tested, device, onChange }: ActionContentProps) {
  const t = useText();
  const { kind, every_min, command, targets } = action;
  const floor = ACTION_FLOOR_MINUTES[kind];
  return (
    <>
      {kind === "command" ? (
        <CommandFields
          command={command ?? firstCommand()}
          onChange={(next) => onChange({ ...action, command: next })}
        />
      ) : (
        <TargetsField
          label={t("alarms.edit.targets")}
          targets={targets}
          onChange={(next) => onChange({ ...action, targets: next })}
        />
      )}
      <NumberField
        label={t("alarms.edit.every", { floor })}
        read={numberOf}
        value={every_min}
        error={every_min < floor ? t("alarms.edit.tooOften", { floor }) : undefined}
        onChange={(next = floor) => onChange({ ...action, every_min: next })}
      />
      {kind === "command" ? (
        command && <CommandTest device={device} command={command} />
      ) : (
        <ActionTest kind={kind} targets={targets} rule={tested} />
      )}
    </>
  );
}
