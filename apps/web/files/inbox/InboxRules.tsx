import { MAX_INBOX_RULES } from "@canopy/contract/files/inbox";
import { Plus } from "lucide-react";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import styles from "./inbox.module.css";
import { useSaveRules } from "./inbox-queries.ts";
import { type DraftRule, EXAMPLE, moved, NEW_RULE, problemOf, ruleOf } from "./inbox-rules.ts";
import { type DeviceChooser, RuleRow } from "./RuleRow.tsx";

interface InboxRulesProps {
  rules: readonly DraftRule[];
  onRules(rules: readonly DraftRule[]): void;
  chooser: DeviceChooser;
}

/** Which device a file belongs to; saved as a whole. */
export function InboxRules({ rules, onRules, chooser }: InboxRulesProps) {
  const t = useText();
  const [isChecked, setChecked] = useState(false);
  const save = useSaveRules(() => addNote({ tone: "done", text: t("files.inbox.saved") }));
  const add = () => onRules([...rules, { ...NEW_RULE, key: Math.max(0, ...rules.map(({ key }) => key)) + 1 }]);
  const submit = () => {
    setChecked(true);
    if (!rules.some(problemOf)) save.mutate(rules.map(ruleOf));
  };
  return (
    <Card title={t("files.inbox.rules")}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={styles.quiet}>{t("files.inbox.rulesNote")}</p>
        <FormAlert text={save.error ? troubleOf(save.error).text : undefined} />
        {rules.length === 0 && <p className={styles.quiet}>{t("files.inbox.noRules", { example: EXAMPLE })}</p>}
        <ol className={styles.rules}>
          {rules.map((rule, at) => (
            <RuleRow
              key={rule.key}
              rule={rule}
              place={at + 1}
              isLast={at === rules.length - 1}
              isChecked={isChecked}
              chooser={chooser}
              onChange={(next) => onRules(rules.with(at, next))}
              onMove={(by) => onRules(moved(rules, at, at + by))}
              onRemove={() => onRules(rules.filter((_, i) => i !== at))}
            />
          ))}
        </ol>
        <div className={styles.row}>
          {rules.length < MAX_INBOX_RULES && (
            <Button icon={Plus} onClick={add}>
              {t("files.inbox.add")}
            </Button>
          )}
          <Button kind="main" type="submit" busy={save.isPending}>
            {t("files.inbox.save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
