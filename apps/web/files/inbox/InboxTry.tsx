import { MAX_INBOX_PATH, MAX_TRIED_NAMES, type TriedName } from "@canopy/contract/files/inbox";
import { useState } from "react";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./inbox.module.css";
import { useTriedNames } from "./inbox-queries.ts";
import { type DraftRule, problemOf, ruleOf } from "./inbox-rules.ts";

/** What the rules would do with some names, before they are saved. */
export function InboxTry({ rules }: { rules: readonly DraftRule[] }) {
  const t = useText();
  const [text, setText] = useState("");
  const typing = useSettled(text, setText, () => true);
  const lines = text.split("\n").map((line) => line.trim().slice(0, MAX_INBOX_PATH));
  const names = [...new Set(lines.filter(Boolean))].slice(0, MAX_TRIED_NAMES);
  const isReady = rules.length > 0 && !rules.some(problemOf);
  const tried = useTriedNames(rules.map(ruleOf), names, isReady);
  return (
    <Card title={t("files.inbox.try")}>
      <div className={styles.stack}>
        <Field label={t("files.inbox.names")} hint={t("files.inbox.tryNote")}>
          {(control) => <TextArea {...control} mono rows={4} value={typing.typed} onChange={typing.type} />}
        </Field>
        {isReady && names.length > 0 && tried.data && (
          <ul className={styles.tried} aria-label={t("files.inbox.tried")}>
            {tried.data.map((one) => (
              <Tried key={one.name} one={one} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Tried({ one: { name, rule, device_name, message_code } }: { one: TriedName }) {
  const t = useText();
  const place = rule === null ? "" : t("files.inbox.byRule", { place: rule + 1 });
  return (
    <li>
      <bdi className="mono">{name}</bdi>
      <span>
        {device_name === null ? (codeText(message_code ?? "") ?? message_code) : `→ ${device_name}`}
        {place && <span className={styles.quiet}> · {place}</span>}
      </span>
    </li>
  );
}
