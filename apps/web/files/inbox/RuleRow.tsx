import { MAX_PATTERN_LENGTH } from "@canopy/contract/files/inbox-pattern";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./inbox.module.css";
import { type DraftRule, EXAMPLE, namesDevice, problemOf } from "./inbox-rules.ts";

/** A button that chooses a device. */
export type DeviceChooser = (name: string | undefined, onChoose: (id: string, name: string) => void) => ReactNode;

interface RuleRowProps {
  rule: DraftRule;
  /** From 1. */
  place: number;
  isLast: boolean;
  /** What is wrong is said once one wanted to save. */
  isChecked: boolean;
  chooser: DeviceChooser;
  onChange(rule: DraftRule): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

export function RuleRow({ rule, place, isLast, isChecked, chooser, onChange, onMove, onRemove }: RuleRowProps) {
  const t = useText();
  const problem = isChecked ? problemOf(rule) : undefined;
  const choose = (things_id: string, deviceName: string) => onChange({ ...rule, things_id, deviceName });
  return (
    <li className={styles.rule}>
      <Field label={t("files.inbox.pattern", { place })} error={problem && (codeText(problem) ?? problem)}>
        {(control) => (
          <TextInput
            {...control}
            mono
            maxLength={MAX_PATTERN_LENGTH}
            placeholder={EXAMPLE}
            value={rule.pattern}
            onChange={(pattern) => onChange({ ...rule, pattern })}
          />
        )}
      </Field>
      <div className={styles.ruleTools}>
        {namesDevice(rule) ? (
          <span className={styles.quiet}>{t("files.inbox.byPattern")}</span>
        ) : (
          <fieldset className={styles.plain} aria-label={t("files.inbox.deviceOf", { place })}>
            {chooser(rule.deviceName || undefined, choose)}
          </fieldset>
        )}
        <Checkbox checked={rule.analyse} onChange={(analyse) => onChange({ ...rule, analyse })}>
          {t("files.inbox.analyse")}
        </Checkbox>
        <span className={styles.ruleMoves}>
          {place > 1 && <IconButton icon={ArrowUp} label={t("files.inbox.up", { place })} onClick={() => onMove(-1)} />}
          {!isLast && (
            <IconButton icon={ArrowDown} label={t("files.inbox.down", { place })} onClick={() => onMove(1)} />
          )}
          <IconButton icon={Trash2} label={t("files.inbox.removeRule", { place })} onClick={onRemove} />
        </span>
      </div>
    </li>
  );
}
