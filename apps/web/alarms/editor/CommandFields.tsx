import type { RuleCommand } from "@canopy/contract/alarms/rule-content";
import { useState } from "react";
import { methodText } from "../../devices/details/use-device-command.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import styles from "./editor.module.css";
import { firstCommand, hasParams, paramsText, RULE_COMMANDS, readParams } from "./rule-command.ts";
import "../texts.ts";

interface CommandFieldsProps {
  command: RuleCommand;
  onChange(command: RuleCommand): void;
}

/** TRG-01: the command that a rule sends to its device. */
export function CommandFields({ command, onChange }: CommandFieldsProps) {
  const t = useText();
  const methods = [...new Set([...RULE_COMMANDS, command.method])];
  return (
    <div className={styles.command}>
      <Field label={t("alarms.command.method")}>
        {(control) => (
          <Select<string>
            {...control}
            options={methods.map((value) => ({ value, label: methodText(value) }))}
            value={command.method}
            onChange={(method) => onChange(firstCommand(method))}
          />
        )}
      </Field>
      {hasParams(command) && <Params key={command.method} command={command} onChange={onChange} />}
    </div>
  );
}

/** What cannot be read stays in the field, and the rule keeps what it had. */
function Params({ command, onChange }: CommandFieldsProps) {
  const t = useText();
  const [typed, setText] = useState(() => paramsText(command));
  const isOther = (read: ReturnType<typeof readParams>) =>
    read.kind === "params" && JSON.stringify(read.params) !== JSON.stringify(command.params);
  // Changed from outside, by undo for instance.
  const text = isOther(readParams(command.method, typed)) ? paramsText(command) : typed;
  const read = readParams(command.method, text);
  const error =
    read.kind === "wrong" ? { text: t("alarms.command.wrong", { field: read.field || "JSON" }) } : undefined;
  return (
    <Field label={t("alarms.command.params")} error={error}>
      {(control) => (
        <TextArea
          {...control}
          mono
          rows={5}
          value={text}
          onChange={(next) => {
            setText(next);
            const given = readParams(command.method, next);
            if (given.kind === "params") onChange({ ...command, params: given.params });
          }}
        />
      )}
    </Field>
  );
}
